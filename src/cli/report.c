// report.c: `veglia report`: simulations as one page with charts.
#include "cli/lab.h"

#include "lab/report.h"

#include <stdlib.h>

enum { ID_OUTPUT = 1, ID_FORCE };

static const cli_option options[] = {
    {ID_OUTPUT, "o output", "FILE",
     VG_WORDS("dove scriverla (senza: sull'uscita)", "where to write it (default: stdout)")},
    CLI_FORCE_OPTION(ID_FORCE),
};

static int run(cli *c)
{
    const char *output = NULL;
    bool force = false;
    for (int id; (id = cli_next(c)) != 0;) {
        if (id == ID_OUTPUT) output = c->value;
        if (id == ID_FORCE) force = true;
    }
    if (c->done) return c->status;
    int count = cli_operand_count(c), read = 0, ladder_count = 0, status = CLI_WRONG;
    if (count == 0) {
        cli_complain(c, "mancano i file delle simulazioni", "no files of simulations were named");
        return CLI_WRONG;
    }
    if (output && !cli_can_make(c, output, force)) return CLI_WRONG;
    vg_simfile *files = calloc((size_t)count, sizeof files[0]);
    vg_ladder *ladders = calloc((size_t)count, sizeof ladders[0]);
    bool good = files && ladders;
    for (int i = 0, arenas = 0; good && i < count; i++) {
        if (lab_read_ladder(c, cli_operand(c, i), &ladders[arenas]))
            ladder_count = ++arenas;
        else
            good = lab_read(c, cli_operand(c, i), &files[read++]);
    }
    if (good) {
        vg_text page = vg_text_heap();
        vg_report_write(files, read, ladders, ladder_count, c->lang, &page);
        if (!output) fwrite(page.at, 1, page.len, stdout);
        status = page.cut || (output && !cli_write(c, output, page.at, page.len, false)) ? CLI_NO
                                                                                         : CLI_OK;
        vg_text_release(&page);
    }
    for (int i = 0; i < read; i++) vg_simfile_release(&files[i]);
    free(files);
    free(ladders);
    return status;
}

const cli_command cli_report = {
    .name = "report",
    .usage = "SIM.json... [-o FILE]",
    .what = VG_WORDS("Fa di simulazioni una pagina con grafici",
                     "Makes a page with charts of simulations"),
    .more = VG_WORDS("I file di \"veglia sim --json\", meglio con --measure o --swap, e di "
                     "\"veglia arena --json\". La pagina non "
                     "ha bisogno di altro: né rete né programmi.",
                     "The files of \"veglia sim --json\", better with --measure or --swap, and of "
                     "\"veglia arena --json\". The page "
                     "needs nothing else: no network, no programs."),
    .example = "veglia report quest-2.json quest-4.json -o quest.html",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
