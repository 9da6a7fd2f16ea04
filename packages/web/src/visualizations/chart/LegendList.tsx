import { t } from '@lingui/core/macro'
import { UnstyledButton } from '@mantine/core'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Legend } from '../echarts/legend.ts'
import { widthOf } from '../text-width.ts'
import styles from './LegendList.module.css'

interface LegendListProps {
  legend: Legend
  hidden: ReadonlySet<string>
  /** The numbers of the patterns by key; empty if the series have colours alone. */
  patterns: ReadonlyMap<string, number>
  /** @param isolates toggles all other entries instead of this one */
  onToggle(key: string, isolates: boolean): void
}

/**
 * The series or slices with their colours. A click toggles one; shift-click toggles all others. A list at the right scrolls; one
 * below stands in aligned columns, and takes as many lines as the chart has room for until the reader opens it.
 */
export function LegendList({ legend: { placement, entries }, hidden, patterns, onToggle }: LegendListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [folded, setFolded] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  const isFolded = folded > 0
  const textWidth = useMemo(() => longestText(entries), [entries])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what fits depends on the entries and on the room for the button
  useLayoutEffect(() => {
    const element = list.current
    if (element === null || isOpen) return
    const observer = new ResizeObserver(() => setFolded(entriesBelow(element)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [isOpen, entries, isFolded])
  return (
    <div className={styles.legend} data-placement={placement} data-open={isOpen || undefined}>
      <ul ref={list} className={styles.list} style={{ '--text-width': `${textWidth}px` }} aria-label={t`Legend`}>
        {entries.map(({ key, name, color, shape, opacity, detail }) => (
          <li key={key}>
            <UnstyledButton
              className={styles.entry}
              aria-pressed={!hidden.has(key)}
              title={t`${name}: click to hide or show, Shift click to show it alone`}
              onClick={(event) => onToggle(key, event.shiftKey)}
            >
              <span
                className={styles.swatch}
                data-shape={shape}
                data-pattern={patterns.get(key)}
                style={{ '--swatch': color, opacity }}
                aria-hidden
              />
              <span className={styles.name}>{name}</span>
              {detail !== null && <span className={styles.detail}>{detail}</span>}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {placement === 'below' && isFolded && (
        <UnstyledButton className={styles.more} aria-expanded={isOpen} onClick={() => setIsOpen((now) => !now)}>
          {isOpen ? t`Show less` : t`+${folded} more`}
        </UnstyledButton>
      )}
    </div>
  )
}

/** Pixels, as in the stylesheet. */
const FONT_SIZE = 12
const GAP_BEFORE_DETAIL = 20

/** The width of the widest text in pixels, with its share, whose digits are all as wide as a 0. */
function longestText(entries: Legend['entries']): number {
  const widths = entries.map(({ name, detail }) => {
    const share = detail === null ? 0 : GAP_BEFORE_DETAIL + widthOf(detail.replaceAll(/\d/g, '0')) * FONT_SIZE
    return widthOf(name, 400) * FONT_SIZE + share
  })
  return Math.ceil(Math.max(0, ...widths))
}

/** The number of entries of which a part lies below the visible part of the list. */
function entriesBelow(list: HTMLElement): number {
  const end = list.getBoundingClientRect().bottom - list.scrollTop
  return [...list.children].filter((entry) => entry.getBoundingClientRect().bottom > end + 1).length
}
