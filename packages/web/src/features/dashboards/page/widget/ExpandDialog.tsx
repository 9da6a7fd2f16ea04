import { Dialog } from '../../../../ui/Dialog.tsx'
import { ResultVisualization, type ResultVisualizationProps } from './ResultVisualization.tsx'
import styles from './widget.module.css'

interface ExpandDialogProps extends ResultVisualizationProps {
  title: string
  onClose(): void
}

/** A widget over most of the page. */
export function ExpandDialog({ title, onClose, ...visualizationProps }: ExpandDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={title} size="min(1400px, 94vw)">
      <div className={styles.expanded}>
        <ResultVisualization {...visualizationProps} />
      </div>
    </Dialog>
  )
}
