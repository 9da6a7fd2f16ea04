import type { Query } from '@sightline/contract/queries.ts'
import { scheduleText } from '@sightline/domain/schedule/display.ts'
import { lazy, Suspense, useRef, useState } from 'react'
import { utcOffsetAt } from '../../../ui/schedule/local-time.ts'
import type { QueryModel } from './model.ts'
import type { Rights } from './rights.ts'
import styles from './ScheduleLink.module.css'

const ScheduleDialog = lazy(() => import('./ScheduleDialog.tsx'))

interface ScheduleLinkProps {
  query: Query
  model: Pick<QueryModel, 'change'>
  rights: Pick<Rights, 'maySchedule'>
}

/** When the query refreshes by itself; for those who may change that, the way to do it. */
export function ScheduleLink({ query, model, rights }: ScheduleLinkProps) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  const text = `Refresh schedule: ${scheduleText(query.schedule, utcOffsetAt(new Date()))}`
  const isFailing = query.schedule !== null && query.schedule_failures > 0
  return (
    <>
      {rights.maySchedule ? (
        <button ref={button} type="button" className={styles.link} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          {text}
        </button>
      ) : (
        <span>{text}</span>
      )}
      {isFailing && <span className={styles.failing}>failing</span>}
      {isOpen && (
        <Suspense fallback={null}>
          <ScheduleDialog
            query={query}
            onSave={async (schedule) => (await model.change({ schedule })) !== null}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
