import { Modal } from '@mantine/core'
import type { ResultWindow } from '@sightline/contract/executions.ts'
import type { WidgetVisualization } from '@sightline/contract/widgets.ts'
import { Drawing } from './Drawing.tsx'
import styles from './widget.module.css'

interface ExpandDialogProps {
  title: string
  visualization: WidgetVisualization
  result: ResultWindow
  onClose(): void
}

/** A widget over most of the page. */
export function ExpandDialog({ title, visualization, result, onClose }: ExpandDialogProps) {
  return (
    <Modal opened onClose={onClose} title={title} size="min(1400px, 94vw)">
      <div className={styles.expanded}>
        <Drawing visualization={visualization} result={result} />
      </div>
    </Modal>
  )
}
