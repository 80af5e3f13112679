// system.c: errno in Italian. The C library's own translations are not there on a small system,
// and half a sentence in each language helps nobody.
#include "base/system.h"

#include <errno.h>
#include <string.h>

const char *vg_system_text(int number, vg_lang lang)
{
    if (lang == VG_EN) return strerror(number);
    switch (number) {
    case ENOENT: return "non c'è niente con questo nome";
    case EACCES:
    case EPERM: return "manca il permesso";
    case EISDIR: return "è una cartella";
    case ENOTDIR: return "una parte del percorso non è una cartella";
    case EEXIST: return "esiste già";
    case ENOSPC:
    case EDQUOT: return "il disco è pieno";
    case EROFS: return "il disco è in sola lettura";
    case EIO: return "il disco non risponde come deve";
    case EFBIG: return "il file è troppo grande";
    case ENAMETOOLONG: return "il nome è troppo lungo";
    case ELOOP: return "troppi collegamenti uno nell'altro";
    case EBUSY:
    case ETXTBSY: return "è in uso";
    case EMFILE:
    case ENFILE: return "troppi file aperti";
    case ENOMEM: return "non c'è memoria";
    case EPIPE: return "chi leggeva ha chiuso";
    case EBADF: return "il file è chiuso";
    case EINVAL: return "il valore non va bene";
    case EADDRINUSE: return "l'indirizzo è già in uso";
    case EADDRNOTAVAIL: return "questa macchina non ha quell'indirizzo";
    default: return "il sistema non lo permette";
    }
}
