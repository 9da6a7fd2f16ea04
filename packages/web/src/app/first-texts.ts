/**
 * Removes the texts that the server has written into the page (`theme/first-texts.css`) as soon as the page has a heading of its own,
 * which is before both could be painted.
 * @param root the element in which the web app draws
 */
export function replaceFirstTexts(root: HTMLElement): void {
  const texts = document.getElementById('first-texts')
  if (texts === null) return
  const observer = new MutationObserver(() => {
    if (root.querySelector('h1') === null) return
    observer.disconnect()
    texts.remove()
  })
  observer.observe(root, { childList: true, subtree: true })
}
