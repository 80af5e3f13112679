"""The book from outside: every form, both languages, hostile words, the same bytes twice.

usage: run.py VEGLIA [epubcheck]   (with epubcheck: the EPUB files go through EPUBCheck too)
"""
import html.parser
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
import zipfile

veglia, deep = sys.argv[1], "epubcheck" in sys.argv[2:]
folder = pathlib.Path(tempfile.mkdtemp())
# One file of each sort: EPUBCheck takes seconds for each.
CHECKED = ("winter-4-4-0-it.epub", "hostile-winter-4-4-0-en.epub", "fate-3-4-0-it.epub")
HOSTILE = "</p></section><script>alert('x')</script> & ]]> <!-- \" ` # [a](b) \\ {who} %s ⅞"


def run(*args, status=0):
    done = subprocess.run([veglia, *map(str, args)], capture_output=True, timeout=60)
    assert done.returncode == status, (args, done.returncode, done.stderr.decode())
    return done.stdout


def book(record, name, lang):
    path = folder / name
    run("book", record, "-o", path, "--force", "--lang", lang)
    return path.read_bytes()


def record_of(game, *options):
    run("sim", game, "--games", 1, "--bots", "random", "--seed", 4, "--threads", 1, "--tell", "--records", folder,
        "--lang", "it", *options)
    return max(folder.glob(f"{game}-*.veglia"), key=lambda p: p.stat().st_mtime_ns)


def lines_told(record):
    return [line.strip()[2:] for line in record.read_text(encoding="utf-8").splitlines()
            if line.lstrip().startswith('" ')]


def hostile(record):
    """The same game, told and named by people who mean harm: no seat is a bot's."""
    out = []
    for line in record.read_text(encoding="utf-8").splitlines():
        if line.startswith(("salt ", "bot ")):
            continue
        if line.startswith("name "):
            line = line.rsplit(" ", 1)[0] + " <i>&\"'</i>"
        if line.lstrip().startswith('" '):
            line = '  " ' + HOSTILE
        out.append(line)
    path = folder / ("hostile-" + record.name)
    path.write_text("\n".join(out) + "\n", encoding="utf-8")
    return path


class Tags(html.parser.HTMLParser):
    """What a browser would see: tags only from a short list, all closed."""
    ALLOWED = set("html head meta title style body header nav ol li a main section h1 h2 p ul b span br div svg g line "
                  "circle text path".split())

    def __init__(self):
        super().__init__()
        self.stack, self.words = [], []

    def handle_starttag(self, tag, attrs):
        assert tag in self.ALLOWED, tag
        assert all(not key.startswith("on") for key, _ in attrs), attrs
        if tag not in ("meta", "br", "line", "circle"):
            self.stack.append(tag)

    def handle_startendtag(self, tag, attrs):
        assert tag in self.ALLOWED, tag

    def handle_endtag(self, tag):
        assert self.stack and self.stack.pop() == tag, tag

    def handle_data(self, data):
        self.words.append(data)

    def handle_comment(self, data):
        raise AssertionError("a comment")


def check_html(data):
    page = Tags()
    page.feed(data.decode("utf-8"))
    page.close()
    assert not page.stack
    return "".join(page.words)


def check_epub(data, name):
    path = folder / name
    path.write_bytes(data)
    with zipfile.ZipFile(path) as z:
        first = z.infolist()[0]
        assert first.filename == "mimetype" and first.compress_type == zipfile.ZIP_STORED and not first.extra
        assert z.read("mimetype") == b"application/epub+zip"
        assert z.testzip() is None
        for info in z.infolist():
            assert info.date_time == (2000, 1, 1, 0, 0, 0), info
            if info.filename.endswith((".xhtml", ".opf", ".xml")):
                tree = ET.fromstring(z.read(info))
                assert not tree.findall(".//{http://www.w3.org/1999/xhtml}script")
                if info.filename.endswith(".xhtml"):  # pictures in a page are to be announced
                    item = f'href="{info.filename.split("/")[1]}" media-type="application/xhtml+xml"'.encode()
                    drawn = bool(tree.findall(".//{http://www.w3.org/2000/svg}svg"))
                    assert drawn == (item + b' properties="svg"' in z.read("OEBPS/content.opf")), info.filename
    if deep and name in CHECKED:
        jar = pathlib.Path("/usr/share/java/epubcheck.jar")
        if not jar.exists() or not shutil.which("java"):
            print("epubcheck is not installed", file=sys.stderr)
            sys.exit(77)
        done = subprocess.run(["java", "-XX:TieredStopAtLevel=1", "-jar", jar, "-w", path], capture_output=True, timeout=200)
        assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()


def check_record(record, chapters):
    for lang in ("it", "en"):
        pages = {form: book(record, f"a.{form}", lang) for form in ("html", "epub", "txt", "md")}
        for form, data in pages.items():
            assert data == book(record, f"b.{form}", lang), f"{form} is not the same twice"
        assert pages["txt"] == run("book", record, "--lang", lang)
        words = check_html(pages["html"])
        assert words.count("[") == 0 or "hostile" in record.name
        assert pages["html"].count(b"<h2 id=\"c") >= chapters
        # Told games have the pictures of their cards, each once, in a book one can send.
        drawn = re.findall(rb'<div class="(?:picture|kept)"><svg [^>]*><title>([^<]*)', pages["html"])
        beside = pages["html"].count(b'<div class="picture">')
        if record.read_text(encoding="utf-8").split("game ")[1].startswith(("winter", "fate")):
            assert drawn and beside and len(pages["html"]) < 600_000 and len(pages["epub"]) < 200_000, (len(drawn), len(pages["html"]))
        else:
            assert not drawn
        check_epub(pages["epub"], f"{record.stem}-{lang}.epub")
    return pages


try:
    winter = record_of("winter", "--seats", 4, "--option", "powers=yes", "--option", "objectives=yes",
                       "--option", "abilities=yes")
    told = lines_told(winter)
    assert len(told) > 40
    check_record(winter, 3)
    # Whatever bots said at the table, the book is told from the whole, and in one language: also when
    # an older teller had told it.
    old = folder / "old.veglia"
    lines = winter.read_text(encoding="utf-8").splitlines()
    old.write_text("\n".join('  " Così la raccontava un altro.' if line.startswith('  " ') else line
                             for line in lines) + "\n", encoding="utf-8")
    for lang in ("it", "en"):
        assert book(winter, "a.txt", lang) == book(old, "b.txt", lang)
    english = " ".join(book(winter, "a.txt", "en").decode().split())
    assert not [line for line in told if len(line) > 20 and line in english]
    # A book has a name of its own, nobody's label under each paragraph, and credits at the end.
    first = book(winter, "a.txt", "it").decode().splitlines()[0]
    assert first and first != "Winter Tales"
    assert "(bot)" not in book(winter, "a.txt", "it").decode().split("Come è finita")[0]
    assert "(bot)" in book(winter, "a.txt", "it").decode().split("Come è finita")[1]
    # Our own apostrophes and quotation marks are a printer's; scores come as the game writes them.
    assert "'" not in book(winter, "a.txt", "it").decode().split("Come è finita")[0]
    # People's words stay, in whatever language the book is.
    harm = hostile(winter)
    check_record(harm, 3)
    for lang in ("it", "en"):
        assert HOSTILE in check_html(book(harm, "h.html", lang))
        assert HOSTILE in " ".join(book(harm, "h.txt", lang).decode().split())
    # Among bots, a person: whatever she wrote stands once, with her name under it; the rest is told around it.
    mixed, written, lines = folder / "mixed.veglia", [], []
    for line in winter.read_text(encoding="utf-8").splitlines():
        if line.startswith("bot 0 ") or (line.startswith('  " ') and lines[-1].startswith('  " Parole')):
            continue
        lines.append(line)
        if line.startswith("0 "):
            written.append(f"Parole di Ada, numero {len(written)}.")
            lines.append('  " ' + written[-1])
    mixed.write_text("\n".join(lines) + "\n", encoding="utf-8")
    for lang in ("it", "en"):
        text = book(mixed, "m.txt", lang).decode()
        assert all(text.count(words) == 1 for words in written), [w for w in written if text.count(w) != 1]
        assert text.count("    (Ada)") == len(written)
        assert len(text) > 2 * sum(map(len, written))
    # Fate e Leggende: a story a chapter; the others: a page. Words of people stand in all of them.
    # (Random voters would agree to end before there is a story.)
    fate = record_of("fate", "--seats", 3, "--option", "accord=0")
    check_record(fate, 2)
    check_record(hostile(fate), 2)
    assert "(storia incompiuta)" in book(fate, "f.txt", "it").decode() and "(unfinished)" in book(fate, "f.txt", "en").decode()
    for game, seats in (("fate", 3), ("quest", 3), ("fata", 4), ("mind", 5)):
        record = fate if game == "fate" else record_of(game, "--seats", seats)
        if game != "fate":
            check_record(record, 1)
            page = book(record, "p.txt", "it").decode().split("Come è finita")[0]
            assert 800 < len(page) < 5000, len(page)
        told, count = folder / f"told-{game}.veglia", 0
        lines = []
        for line in record.read_text(encoding="utf-8").splitlines():
            if line.startswith(("bot 0 ", '  " ')):
                continue
            lines.append(line)
            if line.startswith("0 "):
                lines.append(f'  " Parole di Ada, numero {count}.')
                count += 1
        told.write_text("\n".join(lines) + "\n", encoding="utf-8")
        text = " ".join(book(told, "m.txt", "en").decode().split())
        assert [n for n in range(count) if text.count(f"Parole di Ada, numero {n}.") != 1] == []
    # PDF: by weasyprint, if it is there; without it, what to install.
    made = subprocess.run([veglia, "book", fate, "-o", folder / "tale.pdf", "--lang", "en"], capture_output=True, timeout=60)
    if shutil.which("weasyprint"):
        assert made.returncode == 0 and (folder / "tale.pdf").read_bytes().startswith(b"%PDF"), made.stderr
    made = subprocess.run([veglia, "book", fate, "-o", folder / "none.pdf", "--lang", "en"], capture_output=True, timeout=60,
                          env={"PATH": "/nowhere"})
    assert made.returncode == 1 and b"apt install weasyprint" in made.stderr and not (folder / "none.pdf").exists()
    # What is asked wrongly is refused.
    run("book", winter, "-o", folder / "tale.odt", status=2)
    run("book", folder / "nothing.veglia", status=2)
    run("book", status=2)
finally:
    shutil.rmtree(folder)
