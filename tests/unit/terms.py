#!/usr/bin/env python3
"""The words of docs/glossary.md are the words of the texts.

    terms.py ROOT

Every row of its table of terms names right forms, which must occur in the texts of a place, and wrong
ones, which must not. Texts are what people read: string literals of the C sources, the players' rules,
the page. Comments and code are not.
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
games = ['fata', 'fate', 'mind', 'quest', 'winter']


def strings_of_c(text):
    """The literals of a C source, neighbours joined as the compiler joins them, one a line."""
    text = re.sub(r'^#include.*$|^\s*static_assert\(.*$', '', text, flags=re.M)
    token = re.compile(r'//[^\n]*|/\*.*?\*/|\'(?:\\.|[^\'\\])\'|("(?:\\.|[^"\\])*"(?:\s*"(?:\\.|[^"\\])*")*)', re.S)
    found = [m.group(1) for m in token.finditer(text) if m.group(1)]
    return '\n'.join(re.sub(r'"\s*"', '', one)[1:-1] for one in found)


def words_of_page(text):
    """A page's source without comments, imports and styles; the rest may be read by somebody."""
    text = re.sub(r'<style.*?</style>|<!--.*?-->|/\*.*?\*/', '', text, flags=re.S)
    text = re.sub(r'^\s*import .*$|^\s*//.*$', '', text, flags=re.M)
    return text.replace("\\'", "'")


def words_of(path):
    text = path.read_text(encoding='utf-8')
    if path.suffix in ('.c', '.def', '.h'):
        return strings_of_c(text)
    if path.suffix in ('.ts', '.svelte'):
        return words_of_page(text)
    return re.sub(r'<!--.*?-->', '', text, flags=re.S)


def files_of(place):
    if place in games:
        folder = root / 'src/games' / place
        rules = [folder / 'rules.it.md', folder / 'rules.en.md']
        page = root / 'web/src/games' / place
        return sorted([*folder.glob('*.c'), *folder.glob('*.def'), *rules, *page.glob('*.ts'), *page.glob('*.svelte')])
    if place == 'tale':
        return sorted([*(root / 'src/tale').glob('*.c'), *(root / 'src/tale').glob('*.def')])
    if place == 'page':
        page = root / 'web/src'
        return sorted([page / 'words.ts', *page.glob('parts/*.svelte'), *page.glob('pages/*.svelte')])
    if place == 'all':
        return [path for one in [*games, 'tale', 'page'] for path in files_of(one)]
    assert (root / place).is_file(), f'docs/glossary.md: there is no place called {place}'
    return [root / place]


def pattern(form):
    exact, form = form.startswith('='), form.lstrip('=')
    body = re.escape(form).replace(r'\*', r'\w*').replace(r'\ ', r'\s+')
    before = r'(?<!\w)' if form[0].isalnum() else ''
    after = r'(?!\w)' if form[-1].isalnum() else ''
    return re.compile(before + body + after, 0 if exact else re.I)


def rows():
    """(line number, right forms, wrong forms, where) of each row."""
    table = False
    for number, line in enumerate((root / 'docs/glossary.md').read_text(encoding='utf-8').splitlines(), 1):
        cells = [cell.strip() for cell in line.strip('|').split('|')]
        if cells[0] == 'Italian':
            table = True
        elif table and line.startswith('|') and not line.startswith('|---'):
            assert len(cells) == 5, f'docs/glossary.md:{number}: five cells wanted'
            forms = [re.findall(r'`([^`]+)`', cell) for cell in cells[:4]]
            yield number, forms[0] + forms[1], forms[2] + forms[3], cells[4].split()


cache = {}
faults = []
seen = 0
for number, right, wrong, where in rows():
    left_out = {one[1:] for one in where if one.startswith('-')}
    paths = [path for place in where if not place.startswith('-') for path in files_of(place) if path.name not in left_out]
    texts = {path: cache.setdefault(path, words_of(path).replace('Winter Tales', '')) for path in paths}
    for form in right:
        seen += 1
        if not any(pattern(form).search(text) for text in texts.values()):
            faults.append(f'docs/glossary.md:{number}: "{form}" is nowhere in {" ".join(where)}')
    for form in wrong:
        seen += 1
        sample = form.lstrip('=').replace('*', 'x')
        assert pattern(form).search(f'«{sample}», '), f'docs/glossary.md:{number}: "{form}" would never be found'
        for path, text in texts.items():
            for hit in pattern(form).finditer(text):
                around = ' '.join(text[max(0, hit.start() - 40):hit.end() + 30].split())
                faults.append(f'{path.relative_to(root)}: "{form}" (docs/glossary.md:{number}): ...{around}...')

# A reason is heard as it stands: nothing in brackets, where notation hides.
for game in games:
    path = root / 'src/games' / game / f'{game}.def'
    reasons = re.findall(r'^WHY\((\w+), "[^"]*", (.*?)\)\n(?=[A-Z/\n]|$)', path.read_text(), re.S | re.M)
    assert len(reasons) > 5, f'{path}: no reasons are found'
    for name, row in reasons:
        seen += 1
        if '(' in ''.join(re.findall(r'"((?:[^"\\]|\\.)*)"', row)):
            faults.append(f'{path.relative_to(root)}: the reason {name} has brackets')

for fault in faults:
    print(fault)
if not seen:
    sys.exit('docs/glossary.md has no table of terms')
print(f'{seen} forms of terms, {len(faults)} faults')
sys.exit(1 if faults else 0)
