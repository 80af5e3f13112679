"""The books of docs/books are what `veglia book` makes of the records beside them.

usage: books.py VEGLIA FOLDER [write]   (write: makes them anew)
"""
import pathlib
import subprocess
import sys

veglia, folder = sys.argv[1], pathlib.Path(sys.argv[2])
stale = []
for record in sorted(folder.glob("*.veglia")):
    for lang in ("it", "en"):
        path = folder / f"{record.stem}.{lang}.md"
        made = path if sys.argv[3:] == ["write"] else pathlib.Path(f"books-{record.stem}.{lang}.md")
        subprocess.run([veglia, "book", record, "-o", made, "--force", "--lang", lang], check=True)
        if made != path:
            if not path.exists() or made.read_bytes() != path.read_bytes():
                stale.append(path.name)
            made.unlink()
assert len(list(folder.glob("*.veglia"))) == 5
assert not stale, f"not as the program makes them now: {stale}; tests/tale/books.py VEGLIA docs/books write"
