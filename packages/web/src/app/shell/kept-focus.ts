import { type RefObject, useEffect } from 'react'

/** Milliseconds in which whatever removed the element may move the focus itself. */
const OWN_FOCUS_MS = 200

/** Elements that Tab reaches. Texts that are edited and lists that open on focus are left out, because nobody has asked for that. */
const TABBABLE =
  ':is(a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]):not([tabindex="-1"], [data-edits-on-focus], input[aria-haspopup])'

/**
 * Keeps the focus within the page: if the element that has it is removed or disabled, as by deleting, closing or running something,
 * the nearest control that is left gets it. Without this it would fall to the document, and screen readers would start at the top.
 */
export function useKeptFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = main.current
    if (root === null) return
    // The focused element and the elements around it, from the inside out.
    let chain: Element[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const onFocus = ({ target }: FocusEvent) => {
      chain = target instanceof Element ? around(target, root) : []
    }
    // A click beside all controls takes the focus away on purpose.
    const onPointerDown = () => {
      chain = []
    }
    const restore = () => {
      if (document.activeElement === document.body && isLost(chain)) nearestControl(chain)?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body || !isLost(chain)) return
      clearTimeout(timer)
      timer = setTimeout(restore, OWN_FOCUS_MS)
    })
    root.addEventListener('focusin', onFocus)
    root.addEventListener('pointerdown', onPointerDown, true)
    observer.observe(root, { subtree: true, childList: true, attributeFilter: ['disabled'] })
    return () => {
      root.removeEventListener('focusin', onFocus)
      root.removeEventListener('pointerdown', onPointerDown, true)
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [main])
}

function around(element: Element, root: Element): Element[] {
  const chain: Element[] = []
  for (let one: Element | null = element; one !== null && one !== root; one = one.parentElement) chain.push(one)
  return [...chain, root]
}

const isLost = ([focused]: readonly Element[]) =>
  focused !== undefined && (!focused.isConnected || focused.matches(':disabled'))

/** The first control in the innermost element that is left and has one; the content itself if nothing else of it is left. */
function nearestControl(chain: readonly Element[]): HTMLElement | null {
  const root = chain.at(-1)
  for (const element of chain.slice(0, -1)) {
    if (!element.isConnected) continue
    const control = [...element.querySelectorAll<HTMLElement>(TABBABLE)].find((one) => one.checkVisibility())
    if (control !== undefined) return control
  }
  return root instanceof HTMLElement ? root : null
}
