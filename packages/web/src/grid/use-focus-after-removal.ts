import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to the next item, or the last one, when the item that has it is removed.
 * @param host contains the elements of the items, each with its id in `data-grid-item`
 */
export function useFocusAfterRemoval(host: RefObject<HTMLElement | null>, items: readonly { id: number }[]): void {
  const focused = useRef<{ id: string | undefined; at: number } | null>(null)
  useEffect(() => {
    const element = host.current
    if (element === null) return
    const onFocusIn = ({ target }: FocusEvent) => {
      const item = target instanceof Element ? target.closest<HTMLElement>('[data-grid-item]') : null
      focused.current = item && { id: item.dataset.gridItem, at: itemsIn(element).indexOf(item) }
    }
    element.addEventListener('focusin', onFocusIn)
    return () => element.removeEventListener('focusin', onFocusIn)
  }, [host])
  useEffect(() => {
    const last = focused.current
    if (host.current === null || last === null || items.some(({ id }) => String(id) === last.id)) return
    focused.current = null
    if (document.activeElement !== document.body) return
    const left = itemsIn(host.current)
    const next = left[last.at] ?? left.at(-1)
    const target = next?.tabIndex === 0 ? next : next?.querySelector<HTMLElement>('button, a[href], [tabindex="0"]')
    target?.focus()
  }, [host, items])
}

const itemsIn = (host: HTMLElement) => [...host.querySelectorAll<HTMLElement>('[data-grid-item]')]
