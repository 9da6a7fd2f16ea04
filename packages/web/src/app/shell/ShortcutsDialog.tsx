import { Switch } from '@mantine/core'
import { Fragment } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { Keys, keyName } from '../../ui/keyboard.tsx'
import styles from './ShortcutsDialog.module.css'
import { useLetterShortcuts } from './shortcuts.ts'

/** The list of keyboard shortcuts. */
export default function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const [areOn, setAreOn] = useLetterShortcuts()
  return (
    <Dialog opened={isOpen} onClose={onClose} title="Keyboard Shortcuts" size={480}>
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
        label="Single-letter shortcuts"
        checked={areOn}
        onChange={(event) => setAreOn(event.currentTarget.checked)}
      />
    </Dialog>
  )
}

const mod = keyName('Ctrl')

/** The keyboard shortcuts by where they work, for their dialog and their page in the help. */
export const shortcutGroups = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: [mod, 'K'], text: 'Command palette' },
      { keys: ['/'], text: 'Search queries' },
      { keys: ['C', 'Q'], text: 'Create a query' },
      { keys: ['C', 'D'], text: 'Create a dashboard' },
      { keys: ['C', 'A'], text: 'Create an alert' },
      { keys: ['G', 'Q'], text: 'Go to queries' },
      { keys: ['G', 'D'], text: 'Go to dashboards' },
      { keys: ['G', 'A'], text: 'Go to alerts' },
      { keys: ['?'], text: 'This list' },
    ],
  },
  {
    title: 'Query',
    shortcuts: [
      { keys: [mod, '↵'], text: 'Execute, or execute the selection' },
      { keys: [mod, 'Shift', '↵'], text: 'Execute the statement at the cursor (in the editor)' },
      { keys: [mod, 'S'], text: 'Save' },
      { keys: [mod, 'P'], text: 'Add a parameter (in the editor)' },
      { keys: [mod, 'Shift', 'F'], text: 'Format' },
      { keys: [mod, 'F'], text: 'Find and replace (in the editor)' },
      { keys: ['Esc', 'Tab'], text: 'Leave the editor (Tab indents)' },
    ],
  },
  {
    title: 'Results table',
    shortcuts: [
      { keys: ['↵'], text: 'Open the cell' },
      { keys: ['S'], text: 'Sort by column' },
      { keys: ['M'], text: 'Open the menu of the column' },
      { keys: ['I'], text: 'Show the values of the column' },
      { keys: ['Alt', 'Shift', '←'], text: 'Move the column to the left' },
      { keys: ['Alt', 'Shift', '→'], text: 'Move the column to the right' },
      { keys: ['Alt', 'Shift', 'Home'], text: 'Move the column to the front' },
      { keys: ['+'], text: 'Widen the column' },
      { keys: ['-'], text: 'Narrow the column' },
      { keys: ['0'], text: 'Fit the column to its cells' },
      { keys: [mod, 'C'], text: 'Copy the selected cells' },
    ],
  },
]
