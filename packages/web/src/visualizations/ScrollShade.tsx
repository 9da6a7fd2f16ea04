import { type ReactNode, useEffect, useRef, useState } from 'react'
import { scrolledFromStart } from '../language/direction.ts'
import styles from './ScrollShade.module.css'

interface ScrollShadeProps {
  /** Name of the content, for screen readers. */
  label: string
  className?: string
  children: ReactNode
}

/** A frame whose content scrolls, with a shade at each edge at which it goes on. */
export function ScrollShade({ label, className, children }: ScrollShadeProps) {
  const scroller = useRef<HTMLElement>(null)
  const [more, setMore] = useState({ beside: false, below: false })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const look = () => {
      const beside = scrolledFromStart(element) + element.clientWidth < element.scrollWidth - 1
      const below = element.scrollTop + element.clientHeight < element.scrollHeight - 1
      setMore((now) => (now.beside === beside && now.below === below ? now : { beside, below }))
    }
    const observer = new ResizeObserver(look)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])
  return (
    <div className={styles.frame} data-more-beside={more.beside || undefined} data-more-below={more.below || undefined}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable with the keyboard */}
      <section ref={scroller} className={[styles.scroller, className].join(' ')} aria-label={label} tabIndex={0}>
        {children}
      </section>
    </div>
  )
}
