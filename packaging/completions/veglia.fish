# Completion of veglia(1) for fish. The program itself says what may stand there: veglia help --complete.
function __veglia_complete
    set -l typed (commandline -opc)
    set -l now (commandline -ct)
    set -l program $typed[1]
    set -e typed[1]
    set -l said ($program help --complete $typed "$now" 2>/dev/null)
    set -l head (string match -r -- '^--[^=]*=' "$now")
    set -l path (string replace -r -- '^--[^=]*=' '' "$now")
    switch "$said[1]"
        case \tfile
            for one in (__fish_complete_path "$path")
                echo -- "$head$one"
            end
        case \tdir
            for one in (__fish_complete_directories "$path")
                echo -- "$head$one"
            end
        case '*'
            printf '%s\n' $said
    end
end
complete -c veglia -f -a '(__veglia_complete)'
