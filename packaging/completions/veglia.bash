# Completion of veglia(1) for bash. The program itself says what may stand there: veglia help --complete.
_veglia() {
    local rest=${COMP_LINE:0:COMP_POINT} gap part word i=0
    local -a typed=()
    # bash has cut the words at = and : too: put together what no space parts.
    while ((i <= COMP_CWORD)); do
        gap=${rest%%[![:space:]]*}
        rest=${rest#"$gap"}
        part=${COMP_WORDS[i]}
        ((i < COMP_CWORD)) || part=$rest
        if [[ -n $gap || $i == 0 ]]; then typed+=("$part"); else typed[${#typed[@]} - 1]+=$part; fi
        rest=${rest#"$part"}
        ((i += 1))
    done
    local now=${typed[${#typed[@]} - 1]}
    local cut=${now%"${now##*[=:]}"} # what bash keeps by itself
    COMPREPLY=()
    while IFS= read -r word; do
        case $word in
        $'\tfile' | $'\tdir')
            compopt -o filenames
            [[ $word == *dir ]] && part=-d || part=-f
            while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen "$part" -- "${now#"$cut"}")
            ;;
        *)
            word=${word%%$'\t'*}
            [[ $word != *[=:] ]] || compopt -o nospace
            COMPREPLY+=("${word#"$cut"}")
            ;;
        esac
    done < <("${1/#\~/$HOME}" help --complete "${typed[@]:1}" 2>/dev/null)
}
complete -F _veglia veglia
