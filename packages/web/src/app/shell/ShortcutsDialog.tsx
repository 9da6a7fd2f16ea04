import { Modal, Switch } from '@mantine/core'
import { Fragment } from 'react'
import { Keys } from '../../ui/Keys.tsx'
import styles from './ShortcutsDialog.module.css'
import { useLetterShortcuts } from './shortcuts.ts'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
const mod = isMac ? '⌘' : 'Ctrl'

const groups = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: ['/'], text: 'Search queries' },
      { keys: ['C', 'Q'], text: 'Create a query' },
      { keys: ['C', 'D'], text: 'Create a dashboard' },
      { keys: ['G', 'Q'], text: 'Go to queries' },
      { keys: ['G', 'D'], text: 'Go to dashboards' },
      { keys: ['?'], text: 'This list' },
    ],
  },
  {
    title: 'Query',
    shortcuts: [
      { keys: [mod, '↵'], text: 'Execute, or execute the selection' },
      { keys: [mod, 'S'], text: 'Save' },
      { keys: [mod, 'P'], text: 'Add a parameter, in the text' },
      { keys: [mod, 'Shift', 'F'], text: 'Format' },
    ],
  },
]

/** The list of keyboard shortcuts. */
export function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const [areOn, setAreOn] = useLetterShortcuts()
  return (
    <Modal opened={isOpen} onClose={onClose} title="Keyboard shortcuts" size={480}>
      {groups.map(({ title, shortcuts }) => (
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
    </Modal>
  )
}
