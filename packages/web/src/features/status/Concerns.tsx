import type { Installation, WorkerStatus } from '@sightline/contract/status.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Notice } from '../../ui/Notice.tsx'
import styles from './Concerns.module.css'
import { concernsOf } from './concerns.ts'

/** What somebody should see to, above everything else. */
export function Concerns({ installation, workers }: { installation: Installation; workers: WorkerStatus[] }) {
  const concerns = concernsOf(installation, workers)
  if (concerns.length === 0) return null
  return (
    <div className={styles.root}>
      {concerns.map((text) => (
        <Notice key={text} icon={<IconAlertTriangle size={16} stroke={1.75} />}>
          {text}
        </Notice>
      ))}
    </div>
  )
}
