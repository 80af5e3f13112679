#!/usr/bin/env python3
"""The manual pages, from the program's own table: manual.py VEGLIA SOURCE OUT

Every subcommand gets a page in English and in Italian from `veglia help --json`, which is what --help is made from; the
English ones add the words of docs/cli.md, and the record and the protocol are docs/record.md and docs/protocol.md. OUT gets
man1, man5, man7 and it/man1. Nothing is written here that is said there.
"""
import json
import os
import re
import shutil
import subprocess
import sys

WORDS = {  # headings, and what stands between the things of the table
    "en": {"name": "NAME", "usage": "SYNOPSIS", "what": "DESCRIPTION", "commands": "COMMANDS", "options": "OPTIONS",
           "bots": "BOTS", "more": "DETAILS", "example": "EXAMPLE", "see": "SEE ALSO", "command": "COMMAND",
           "option": "OPTION", "title": "Italian games of fairies and legends"},
    "it": {"name": "NOME", "usage": "USO", "what": "DESCRIZIONE", "commands": "COMANDI", "options": "OPZIONI",
           "bots": "BOT", "more": "DETTAGLI", "example": "ESEMPIO", "see": "VEDI ANCHE", "command": "COMANDO",
           "option": "OPZIONE", "title": "giochi italiani di fate e leggende"},
}
PAGES = (("record", 5), ("protocol", 7))  # docs/NAME.md


def literal(text):
    """Text as roff shows it, character by character."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("^", "\\(ha")
    return text.replace("`", "\\(ga").replace("~", "\\(ti")


def plain(text):
    """Words, which may be broken into lines; a line never begins with what roff takes for a request."""
    text = text.replace("\\", "\\e").replace("^", "\\(ha").replace("~", "\\(ti")
    text = re.sub(r"(?<![\w])(-{1,2})(?=\w)", lambda m: m[1].replace("-", "\\-"), text)
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def inline(text):
    """One paragraph of Markdown: `code`, **strong**, *stressed*, [links](to.md)."""
    out = []
    for part in re.split(r"(`[^`]+`|\*\*[^*]+\*\*|(?<![\w*])\*[^*\s][^*]*\*(?![\w*])|\[[^\]]+\]\([^)]+\))", text):
        if part.startswith("`"):
            code = re.sub(r"([,/|:])(?=\S)", r"\1\\:", literal(part[1:-1]))  # a long one may be broken there
            out.append("\\fB" + code + "\\fR")
        elif part.startswith("**"):
            out.append("\\fB" + plain(part[2:-2]) + "\\fR")
        elif part.startswith("*") and len(part) > 2:
            out.append("\\fI" + plain(part[1:-1]) + "\\fR")
        elif part.startswith("[") and "](" in part:
            out.append("\\fI" + plain(part[1:part.index("](")]) + "\\fR")
        else:
            out.append(plain(part))
    text = "".join(out)
    return "\\&" + text if text[:1] in ".'" else text


def cells(line):
    return [c.strip().replace("\\|", "|") for c in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def markdown(text, level):
    """Markdown as roff; a heading of `level` hashes is a section."""
    out, lines, i = [], text.splitlines(), 0
    while i < len(lines):
        line = lines[i]
        if line.startswith("```"):
            end = next(k for k in range(i + 1, len(lines)) if lines[k].startswith("```"))
            out += example(lines[i + 1:end])
            i = end + 1
        elif re.match(r" {4}\S", line) and not (i and lines[i - 1].strip() and out[-1:] != [".EE"]):
            end = i
            while end < len(lines) and (lines[end].startswith("    ") or not lines[end].strip()):
                end += 1
            out += example([one[4:] for one in lines[i:end]])
            i = end
        elif re.match(r"#+ ", line):
            hashes, title = line.split(" ", 1)
            out.append((".SH " if len(hashes) <= level else ".SS ") +
                       inline(title.upper() if len(hashes) <= level else title))
            i += 1
        elif line.startswith("|"):
            end = i
            while end < len(lines) and lines[end].startswith("|"):
                end += 1
            out += table([cells(one) for one in lines[i:end]])
            i = end
        elif not line.strip() or line.startswith("<!--"):
            i += 1
        else:
            item = re.match(r"(\d+\.|[-*]) +", line)
            end = i + 1
            while end < len(lines) and lines[end].strip() and not re.match(r"#+ |\||```|(\d+\.|[-*]) +", lines[end]):
                end += 1
            words = " ".join(one.strip() for one in lines[i:end])
            if item:
                words = words[len(item[0]):]
                mark = item[1] if item[1][0].isdigit() else "\\(bu"
                out += [f".IP {mark} 4", inline(words)]
            else:
                out += [".PP", inline(words)]
            i = end
    return out


def example(lines):
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return [".PP", ".nf", ".RS 4"] + ["\\&" + literal(one) for one in lines] + [".RE", ".fi"]


def table(rows):
    head, out = rows[0], []
    for row in rows[2:]:
        rest = [cell if k == 0 else f"*{head[k + 1]}*: {cell}" for k, cell in enumerate(row[1:]) if cell]
        out += [".TP", inline(row[0]), inline("; ".join(rest)) or "\\&"]
    return out


def shape(table, text, lang):
    """A usage line's words for values, in the language."""
    words = {pair["en"]: pair[lang] for pair in table.get("values", [])}
    return re.sub(r"[A-Z]+", lambda m: words.get(m[0], m[0]), text)


def usage(text):
    """Words in bold, what stands for something in italics."""
    out = []
    for part in re.split(r"([A-Z]+|[a-z-]*[a-z][a-z-]*)", text):
        font = "I" if re.fullmatch(r"[A-Z]+", part) else "B" if re.fullmatch(r"[a-z-]+", part) else ""
        out.append(f"\\f{font}{literal(part)}\\fR" if font else literal(part))
    return "".join(out)


def options(table, rows, lang):
    out = []
    for o in rows:
        letter = f"\\fB\\-{o['letter']}\\fR, " if "letter" in o else ""
        value = " " + usage(shape(table, o["value"], lang)) if "value" in o else ""
        out += [".TP", f"{letter}\\fB{literal('--' + o['name'])}\\fR{value}", inline(o["what"][lang])]
    return out


def bots(table, kind, lang):
    out = []
    for bot in table["bots"]:
        if kind == "all" or not bot["name"].startswith("cmd:"):
            out += [".TP", usage(shape(table, bot["name"], lang)), inline(bot["what"][lang])]
    return out


class Manual:
    def __init__(self, veglia, source, out):
        self.table = json.loads(subprocess.run([veglia, "help", "--json"], stdout=subprocess.PIPE, check=True).stdout)
        self.source, self.out = source, out
        newest = re.search(r"^## (\S+) \((\d{4}-\d\d-\d\d)\)", self.read("CHANGELOG.md"), re.M)
        self.date = newest[2]
        parts = re.split(r"^## veglia (\w+).*\n", self.read("docs/cli.md"), flags=re.M)
        self.all, self.details = parts[0], dict(zip(parts[1::2], parts[2::2]))

    def read(self, path):
        with open(os.path.join(self.source, path), encoding="utf-8") as f:
            return f.read()

    def write(self, name, section, lang, what, lines):
        w = WORDS[lang]
        folder = os.path.join(self.out, *([lang] if lang != "en" else []), f"man{section}")
        os.makedirs(folder, exist_ok=True)
        head = [".\\\" Made by tools/manual.py; do not edit.",
                ".ds AD l",  # groff 1.23 asks this at every paragraph, older ones `.ad`
                f".TH {name.upper()} {section} {self.date} \"Veglia {self.table['version']}\" Veglia",
                ".ad l", f".SH {w['name']}", f"{name} \\- {inline(what)}"]
        with open(os.path.join(folder, f"{name}.{section}"), "w", encoding="utf-8") as f:
            f.write("\n".join(head + lines) + "\n")

    def see(self, lang, own):
        names = [("veglia", 1)] + [("veglia-" + c["name"], 1) for c in self.table["commands"]]
        names += [("veglia-" + name, section) for name, section in PAGES]
        shown = [f".BR {n} ({s}){',' if k + 1 < len(names) - 1 else ''}" for k, (n, s) in
                 enumerate(one for one in names if one[0] != own)]
        return [".SH " + f'"{WORDS[lang]["see"]}"', *shown]

    def command(self, c, lang):
        w = WORDS[lang]
        lines = [f".SH {w['usage']}", f"\\fBveglia {c['name']}\\fR {usage(shape(self.table, c['usage'], lang))}",
                 f".SH {w['what']}", inline(c["what"][lang]) + "."]
        if "more" in c:
            lines += [".PP", inline(c["more"][lang])]
        lines += [f".SH {w['options']}"] + options(self.table, c["options"] + self.table["options"], lang)
        if c["bots"] != "none":
            lines += [f".SH {w['bots']}"] + bots(self.table, c["bots"], lang)
        if lang == "en":  # the options stand above already
            words = re.sub(r"^\| option \|.*\n(\|.*\n)+", "", self.details[c["name"]], flags=re.M)
            lines += [f".SH {w['more']}"] + markdown(words, 1)
        lines += [f".SH {w['example']}"] + example(c["example"].splitlines())
        what = c["what"][lang]
        self.write("veglia-" + c["name"], 1, lang, what[0].lower() + what[1:], lines + self.see(lang, "veglia-" + c["name"]))

    def program(self, lang):
        w = WORDS[lang]
        lines = [f".SH {w['usage']}", f"\\fBveglia\\fR \\fI{w['command']}\\fR [\\fI{w['option']}\\fR]...",
                 f".SH {w['commands']}"]
        for c in self.table["commands"]:
            lines += [".TP", f"\\fBveglia {c['name']}\\fR", inline(c["what"][lang])]
        lines += [f".SH {w['options']}"] + options(self.table, self.table["options"], lang)
        lines += [f".SH {w['bots']}"] + bots(self.table, "all", lang)
        if lang == "en":
            words = self.all.split("\n", 1)[1].split("| bot |")[0]
            lines += [f".SH {w['more']}"] + markdown(words, 1)
        self.write("veglia", 1, lang, w["title"], lines + self.see(lang, "veglia"))

    def page(self, name, section):
        title, text = self.read(f"docs/{name}.md").split("\n", 1)
        what = title.lstrip("# ").lower()
        lines = [f".SH {WORDS['en']['what']}"] + markdown(text, 2)
        self.write("veglia-" + name, section, "en", f"{what} of Veglia", lines + self.see("en", "veglia-" + name))

    def make(self):
        for folder in ("man1", "man5", "man7", "it"):
            shutil.rmtree(os.path.join(self.out, folder), ignore_errors=True)
        for lang in WORDS:
            self.program(lang)
            for c in self.table["commands"]:
                self.command(c, lang)
        for name, section in PAGES:
            self.page(name, section)


if __name__ == "__main__":
    Manual(*sys.argv[1:4]).make()
