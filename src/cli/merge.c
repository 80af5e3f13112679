// merge.c: `veglia merge`: joins the shards of one simulation.
#include "cli/lab.h"

#include <stdlib.h>

enum { ID_CSV = 1, ID_JSON };

static const cli_option options[] = {
    {ID_CSV, "csv", NULL, VG_WORDS("per i fogli di calcolo", "for spreadsheets")},
    {ID_JSON, "json", NULL,
     VG_WORDS("per i programmi (senza: righe da leggere)",
              "for programs (default: lines to read)")},
};

static int by_start(const void *a, const void *b)
{
    uint64_t x = ((const vg_simfile *)a)->from, y = ((const vg_simfile *)b)->from;
    return (x > y) - (x < y);
}

static bool join_all(const cli *c, vg_simfile *parts, int count)
{
    qsort(parts, (size_t)count, sizeof parts[0], by_start);
    for (int i = 1; i < count; i++) {
        char buffer[256];
        vg_text why = VG_TEXT(buffer);
        if (vg_simfile_join(&parts[0], &parts[i], c->lang, &why)) continue;
        cli_complain(c, "%s", "%s", buffer);
        return false;
    }
    if (parts[0].from == 0 && parts[0].to == parts[0].games) return true;
    cli_complain(c, "mancano delle parti: ci sono le partite da %llu a %llu di %llu",
                 "parts are missing: there are games %llu to %llu of %llu",
                 (unsigned long long)parts[0].from, (unsigned long long)parts[0].to,
                 (unsigned long long)parts[0].games);
    return false;
}

static int run(cli *c)
{
    bool csv = false, json = false;
    lab_form form;
    for (int id; (id = cli_next(c)) != 0;) {
        csv |= id == ID_CSV;
        json |= id == ID_JSON;
    }
    if (c->done) return c->status;
    if (!lab_form_of(c, csv, json, &form)) return CLI_WRONG;
    int count = cli_operand_count(c), read = 0, status = CLI_WRONG;
    if (count == 0) {
        cli_complain(c, "mancano i file delle parti", "no files of parts were named");
        return CLI_WRONG;
    }
    vg_simfile *parts = calloc((size_t)count, sizeof parts[0]);
    bool good = parts != NULL;
    for (; good && read < count; read++) good = lab_read(c, cli_operand(c, read), &parts[read]);
    if (good && join_all(c, parts, count)) status = lab_print(c, &parts[0], form);
    for (int i = 0; i < read; i++) vg_simfile_release(&parts[i]);
    free(parts);
    return status;
}

const cli_command cli_merge = {
    .name = "merge",
    .usage = "PART.json... [--json|--csv]",
    .what = VG_WORDS("Riunisce le parti di una simulazione", "Joins the parts of a simulation"),
    .more = VG_WORDS("Le parti di \"veglia sim --shard K/N --json\", in qualsiasi ordine, danno lo "
                     "stesso risultato della simulazione intera.",
                     "The parts of \"veglia sim --shard K/N --json\", in any order, give the same "
                     "result as the whole simulation."),
    .example = "veglia merge 1.json 2.json 3.json --json",
    .options = options,
    .option_count = 2,
    .run = run,
};
