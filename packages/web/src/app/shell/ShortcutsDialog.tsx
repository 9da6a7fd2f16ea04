import { Switch } from '@mantine/core'
import { Fragment } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { Keys } from '../../ui/keyboard.tsx'
import styles from './ShortcutsDialog.module.css'
import { shortcutGroups } from './shortcut-groups.ts'
import { useLetterShortcuts } from './shortcuts.ts'

/** The list of keyboard shortcuts. */
export default function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const [areOn, setAreOn] = useLetterShortcuts()
  return (
    <Dialog opened={isOpen} onClose={onClose} title="Keyboard shortcuts" size={480}>
      {shortcutGroups.map(({ title, shortcuts }) => (
        <section key={title} className={styles.group}>
          <h3>{title}</h3>
          <dl className={styles.list}>
            {shortcuts.map(({ keys, text }) => (
              <Fragment key={text}>
                <dt>{text}</dt>
                <dd>
                  <Keys keys={keys} />
                </dd>
              </Fragment>
            ))}
          </dl>
        </section>
      ))}
      <Switch
        mt="lg"
        label="Letters act as shortcuts"
        checked={areOn}
        onChange={(event) => setAreOn(event.currentTarget.checked)}
      />
    </Dialog>
  )
}
