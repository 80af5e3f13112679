// clipboard.ts: gives an address on: the phone's own sheet, or the clipboard, or marked for copying by hand.
// Pages served without https have no clipboard; then nothing may claim to be copied.
export async function copyText(text: string, shown?: HTMLElement | null): Promise<'copied' | 'marked' | 'none'> {
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    if (!shown) return 'none'
    const range = document.createRange()
    range.selectNodeContents(shown)
    getSelection()?.removeAllRanges()
    getSelection()?.addRange(range)
    // The old way still works where the new one is not there.
    return document.execCommand?.('copy') ? 'copied' : 'marked'
  }
}

export const canShare = () => typeof navigator.share === 'function'
export const share = (title: string, url: string) => navigator.share({ title, url }).catch(() => {}) // closing the sheet is no fault
