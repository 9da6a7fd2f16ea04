import { Badge } from '@mantine/core'
import type { AlertHealth, AlertState } from '@sightline/contract/alerts.ts'
import { type ReactNode, useId } from 'react'
import styles from './alerts.module.css'

interface CardProps {
  title: string
  /** Shown to the right of the title. */
  count?: ReactNode
  children: ReactNode
}

/** One titled section of the alert page. */
export function Card({ title, count, children }: CardProps) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.cardHead}>
        <h2 id={id}>{title}</h2>
        {count !== undefined && <span className={styles.count}>{count}</span>}
      </div>
      {children}
    </section>
  )
}

const tones: Record<AlertState, string | undefined> = { ok: 'ok', triggered: 'err', unknown: undefined }

/** The state of an alert as a coloured label. */
export function StateBadge({ state }: { state: AlertState }) {
  return (
    <Badge data-tone={tones[state]} className={styles.state}>
      <span className={styles.dot} aria-hidden />
      {state.toUpperCase()}
    </Badge>
  )
}

const healthLabels: Record<Exclude<AlertHealth, 'ok'>, { label: string; tone: string; title: string }> = {
  failing: { label: 'FAILING', tone: 'err', title: 'The last refresh of the query failed, so the alert was not checked.' },
  no_data: { label: 'NO DATA', tone: 'warn', title: 'The latest result has no value to compare.' },
}

/** The state of an alert and, if something is wrong with the check, its health. */
export function AlertBadges({ state, health }: { state: AlertState; health: AlertHealth }) {
  const mark = health === 'ok' ? null : healthLabels[health]
  return (
    <span className={styles.badges}>
      <StateBadge state={state} />
      {mark !== null && (
        <Badge data-tone={mark.tone} title={mark.title}>
          {mark.label}
        </Badge>
      )}
    </span>
  )
}
