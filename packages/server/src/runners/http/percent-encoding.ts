/** What is written in percent signs (`%40` for `@`), as the text that was meant; a text in which one stands for nothing is taken as it is. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
