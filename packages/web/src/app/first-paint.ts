/**
 * From the ids of the elements that the server has written into the page to what takes their place: the web app's header or first
 * heading that of `theme/first-paint.css`, and its first heading that of `theme/first-texts.css`.
 */
const REPLACED_BY = new Map([
  ['first-paint', 'header, h1'],
  ['first-texts', 'h1'],
])

/**
 * Removes what the server has written into the page as soon as the web app has drawn what takes its place, which is before both could
 * be painted. A rule with `:has()` would do the same, and have the browser compute styles again with each element that is added.
 * @param root the element in which the web app draws
 */
export function replaceFirstPaint(root: HTMLElement): void {
  const waiting = new Map(REPLACED_BY)
  const observer = new MutationObserver(() => {
    for (const [id, replacement] of waiting) {
      if (root.querySelector(replacement) === null) continue
      document.getElementById(id)?.remove()
      waiting.delete(id)
    }
    if (waiting.size === 0) observer.disconnect()
  })
  observer.observe(root, { childList: true, subtree: true })
}
