import { t } from '@lingui/core/macro'
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
    <Dialog opened={isOpen} onClose={onClose} title={t`Keyboard Shortcuts`} size={480}>
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
        label={t`Single-letter shortcuts`}
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
    title: t`Everywhere`,
    shortcuts: [
      { keys: [mod, 'K'], text: t`Command palette` },
      { keys: ['/'], text: t`Search queries` },
      { keys: ['C', 'Q'], text: t`Create a query` },
      { keys: ['C', 'D'], text: t`Create a dashboard` },
      { keys: ['C', 'A'], text: t`Create an alert` },
      { keys: ['G', 'Q'], text: t`Go to queries` },
      { keys: ['G', 'D'], text: t`Go to dashboards` },
      { keys: ['G', 'A'], text: t`Go to alerts` },
      { keys: ['?'], text: t`This list` },
    ],
  },
  {
    title: t`Query`,
    shortcuts: [
      { keys: [mod, '↵'], text: t`Execute, or execute the selection` },
      { keys: [mod, 'Shift', '↵'], text: t`Execute the statement at the cursor (in the editor)` },
      { keys: [mod, 'S'], text: t`Save` },
      { keys: [mod, 'P'], text: t`Add a parameter (in the editor)` },
      { keys: [mod, 'Shift', 'F'], text: t`Format` },
      { keys: [mod, 'F'], text: t`Find and replace (in the editor)` },
      { keys: ['Esc', 'Tab'], text: t`Leave the editor (Tab indents)` },
    ],
  },
  {
    title: t`Results table`,
    shortcuts: [
      { keys: ['↵'], text: t`Open the cell` },
      { keys: ['S'], text: t`Sort by column` },
      { keys: ['M'], text: t`Open the menu of the column` },
      { keys: ['I'], text: t`Show the values of the column` },
      { keys: ['Alt', 'Shift', '←'], text: t`Move the column to the left` },
      { keys: ['Alt', 'Shift', '→'], text: t`Move the column to the right` },
      { keys: ['Alt', 'Shift', 'Home'], text: t`Move the column to the front` },
      { keys: ['+'], text: t`Widen the column` },
      { keys: ['-'], text: t`Narrow the column` },
      { keys: ['0'], text: t`Fit the column to its cells` },
      { keys: [mod, 'C'], text: t`Copy the selected cells` },
    ],
  },
]
