import type { Installation, WorkerStatus } from '@sightline/contract/status.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Notice } from '../../ui/Notice.tsx'
import styles from './Warnings.module.css'
import { warningsFor } from './warnings.ts'

/** What somebody should see to, above everything else. */
export function Warnings({ installation, workers }: { installation: Installation; workers: WorkerStatus[] }) {
  const warnings = warningsFor(installation, workers)
  if (warnings.length === 0) return null
  return (
    <div className={styles.root}>
      {warnings.map((text) => (
        <Notice key={text} icon={<IconAlertTriangle size={16} stroke={1.75} />}>
          {text}
        </Notice>
      ))}
    </div>
  )
}
