/** The tooltip of a text without room stands on the element that cuts it, or on one of this many around the pointed one. */
const MAX_STEPS = 3

/**
 * While the pointer is over a text that an ellipsis cuts, the tooltip of the browser shows all of it. Screen readers read the whole
 * text anyway, and the page of an item shows its name in full.
 */
export function showCutTexts(): void {
  document.addEventListener('pointerover', ({ target, pointerType }) => {
    if (pointerType === 'touch' || !(target instanceof HTMLElement)) return
    const cut = cutElement(target)
    if (cut === null || cut.closest('[title]') !== null) return
    cut.title = cut.textContent
    cut.addEventListener('pointerleave', () => cut.removeAttribute('title'), { once: true })
  })
}

/** The element that cuts the pointed text; null if none does. Cells of tables open their values themselves. */
function cutElement(pointed: HTMLElement): HTMLElement | null {
  if (pointed.closest('[role=grid]') !== null) return null
  let element: HTMLElement | null = pointed
  for (let step = 0; element !== null && step < MAX_STEPS; step++) {
    if (isCut(element)) return element
    element = element.parentElement
  }
  return null
}

function isCut(element: HTMLElement): boolean {
  const { textOverflow, webkitLineClamp } = getComputedStyle(element)
  if (textOverflow === 'ellipsis') return element.scrollWidth > element.clientWidth
  return webkitLineClamp !== 'none' && webkitLineClamp !== '' && element.scrollHeight > element.clientHeight
}
