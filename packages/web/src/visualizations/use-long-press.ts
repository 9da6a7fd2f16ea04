import { type RefObject, useEffect } from 'react'

/** Milliseconds that a finger rests before it counts as a right-click, as long as in the system menus of phones. */
const HOLD_MS = 500
/** Pixels that a resting finger may move. */
const TOLERANCE = 10

/**
 * Gives fingers the right-click: an element under a resting finger gets a `contextmenu` event. Some browsers send it themselves, and
 * then no other is sent. The click at the end of a long press is left out: it would hit whatever has opened below the finger.
 * @param isOffered whether the element is on the page and a right-click has an effect
 */
export function useLongPress(holder: RefObject<HTMLElement | null>, isOffered: boolean): void {
  useEffect(() => {
    const element = holder.current
    if (!isOffered || !element) return
    let timer: ReturnType<typeof setTimeout> | null = null
    let start: { x: number; y: number } | null = null
    let isHeld = false
    const cancel = () => {
      if (timer !== null) clearTimeout(timer)
      timer = null
    }
    const onDown = (event: PointerEvent) => {
      cancel()
      isHeld = false
      start = null
      const { target, clientX, clientY, isPrimary, pointerType } = event
      if (pointerType !== 'touch' || !isPrimary || !(target instanceof Element)) return
      start = { x: clientX, y: clientY }
      timer = setTimeout(() => {
        timer = null
        isHeld = true
        target.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX, clientY }))
      }, HOLD_MS)
    }
    const onMove = ({ clientX, clientY }: PointerEvent) => {
      if (start !== null && Math.hypot(clientX - start.x, clientY - start.y) > TOLERANCE) cancel()
    }
    const onMenu = (event: MouseEvent) => {
      if (!event.isTrusted) return
      cancel()
      // The press has been answered already.
      if (isHeld) refuse(event)
      if (start !== null) isHeld = true
    }
    const onTouchEnd = (event: TouchEvent) => {
      if (isHeld && event.cancelable) event.preventDefault()
    }
    const onEnd = () => {
      cancel()
      start = null
    }
    const onClick = (event: MouseEvent) => {
      // A key clicks without a pointer.
      if (isHeld && event.detail > 0) refuse(event)
      isHeld = false
    }
    const events = new AbortController()
    const options = { capture: true, signal: events.signal }
    element.addEventListener('pointerdown', onDown, options)
    element.addEventListener('pointermove', onMove, options)
    for (const end of ['pointerup', 'pointercancel'] as const) element.addEventListener(end, onEnd, options)
    element.addEventListener('touchend', onTouchEnd, { ...options, passive: false })
    element.addEventListener('contextmenu', onMenu, options)
    element.addEventListener('click', onClick, options)
    return () => {
      cancel()
      events.abort()
    }
  }, [holder, isOffered])
}

function refuse(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
