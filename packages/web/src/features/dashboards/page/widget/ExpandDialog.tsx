import { Dialog } from '../../../../ui/Dialog.tsx'
import { Drawing, type DrawingProps } from './Drawing.tsx'
import styles from './widget.module.css'

interface ExpandDialogProps extends DrawingProps {
  title: string
  onClose(): void
}

/** A widget over most of the page. */
export function ExpandDialog({ title, onClose, ...drawing }: ExpandDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={title} size="min(1400px, 94vw)">
      <div className={styles.expanded}>
        <Drawing {...drawing} />
      </div>
    </Dialog>
  )
}
