import { createLink } from '@tanstack/react-router'
import { type ComponentPropsWithRef, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import styles from './SidebarPage.module.css'

interface SidebarPageProps {
  /** Name of the sidebar for screen readers. */
  label: string
  sidebar: ReactNode
  children: ReactNode
}

/** Sidebar left, content right; one below the other on narrow screens. */
export function SidebarPage({ label, sidebar, children }: SidebarPageProps) {
  return (
    <div className={styles.page}>
      <aside className={styles.side} aria-label={label}>
        {sidebar}
      </aside>
      <section className={styles.main}>{children}</section>
    </div>
  )
}

/** Title of the sidebar, or of a group in it. */
export function SideTitle({ children }: { children: ReactNode }) {
  return <div className={styles.title}>{children}</div>
}
export function SideCaption({ children }: { children: ReactNode }) {
  return <div className={styles.caption}>{children}</div>
}

/** The entries of the sidebar. */
export function SideNav({ label, children }: { label: string; children: ReactNode }) {
  const row = useScrollToCurrent()
  return (
    <nav ref={row} className={styles.nav} aria-label={label}>
      {children}
    </nav>
  )
}

interface SideAnchorProps extends ComponentPropsWithRef<'a'> {
  /** 16 px. */
  icon: ReactNode
}

function SideAnchor({ icon, children, ...anchor }: SideAnchorProps) {
  return (
    <a {...anchor} className={styles.item}>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      {children}
    </a>
  )
}

/** An entry of the sidebar. */
export const SideLink = createLink(SideAnchor)

/** Active options of links that are current on exactly their own page, whatever its search parameters. */
export const ownPage = { exact: true, includeSearch: false }

/** The head of the content: title left, the page's actions right. */
export function PageHead({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.head}>
      {title}
      <span className={styles.spacer} />
      {children}
    </div>
  )
}

/**
 * For a row of links that scrolls sideways if it is too wide: scrolls the link to the current page into view.
 * @returns the ref of the row
 */
export function useScrollToCurrent(): RefObject<HTMLElement | null> {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = row.current?.querySelector('[aria-current="page"]')
    if (row.current && current) scrollIntoRow(row.current, current)
  }, [])
  return row
}

/** Scrolls a row sideways so that an entry is in the middle, unless the entry is in view already. */
export function scrollIntoRow(row: HTMLElement, entry: Element): void {
  const [frame, box] = [row.getBoundingClientRect(), entry.getBoundingClientRect()]
  if (box.right > frame.right || box.left < frame.left) row.scrollLeft += box.left - frame.left - (frame.width - box.width) / 2
}
