import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './SidebarPage.module.css'
import { useScrollToCurrent } from './use-current-in-view.ts'

interface SidebarPageProps {
  /** What the sidebar is, for screen readers. */
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
export function SideTitle({ children }: { children: string }) {
  return <div className={styles.title}>{children}</div>
}
export function SideCaption({ children }: { children: string }) {
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

/** Of links that are current on their own page alone, however the list there is searched and sorted. */
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
