import { ActionIcon, Button, Menu, TextInput } from '@mantine/core'
import { MAX_TAB_NAME_LENGTH, type Tab, tabNameProblem } from '@sightline/domain/dashboards/tabs.ts'
import { IconArrowLeft, IconArrowRight, IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { confirm } from '../../../app/confirm.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import styles from '../page/dialogs.module.css'
import type { TabActions } from './tab-actions.ts'

interface TabEditingProps {
  tabs: readonly Tab[]
  /** null for a dashboard without tabs. */
  current: Tab | null
  /** Number of widgets on the current tab. */
  widgets: number
  actions: TabActions
}

const icon = { size: 16, stroke: 1.75 }

/** Adds a tab, and renames, moves or removes the current one. */
export function TabEditing({ tabs, current, widgets, actions }: TabEditingProps) {
  const [isRenaming, setIsRenaming] = useState(false)
  const at = current === null ? -1 : tabs.indexOf(current)
  const remove = async (tab: Tab) => {
    const beside = tabs[at + 1] ?? tabs[at - 1]
    const isSure = await confirm({
      title: 'Delete Tab',
      text:
        widgets > 0 && beside !== undefined
          ? `Are you sure you want to delete "${tab.name}"? Its widgets move to "${beside.name}".`
          : `Are you sure you want to delete "${tab.name}"?`,
      action: 'Delete',
      isDestructive: true,
    })
    if (isSure) await actions.remove(tab)
  }
  return (
    <>
      {current !== null && (
        <Menu position="bottom-start">
          <Menu.Target>
            <ActionIcon size="sm" aria-label={`Menu of the tab ${current.name}`}>
              <IconDots {...icon} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setIsRenaming(true)}>
              Rename…
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowLeft {...icon} />}
              disabled={at === 0}
              onClick={() => actions.move(current.id, -1)}
            >
              Move Left
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowRight {...icon} />}
              disabled={at === tabs.length - 1}
              onClick={() => actions.move(current.id, 1)}
            >
              Move Right
            </Menu.Item>
            <Menu.Item color="var(--sl-err)" leftSection={<IconTrash {...icon} />} onClick={() => void remove(current)}>
              Delete Tab
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {actions.add !== null && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} stroke={1.75} />}
          onClick={() => void actions.add?.()}
        >
          Add Tab
        </Button>
      )}
      {isRenaming && current !== null && (
        <RenameDialog
          name={current.name}
          onRename={(name) => actions.rename(current.id, name)}
          onClose={() => setIsRenaming(false)}
        />
      )}
    </>
  )
}

interface RenameDialogProps {
  name: string
  /** @returns whether it was saved */
  onRename(name: string): Promise<boolean>
  onClose(): void
}

function RenameDialog({ name: before, onRename, onClose }: RenameDialogProps) {
  const [name, setName] = useState(before)
  const [isSaving, setIsSaving] = useState(false)
  const problem = tabNameProblem(name)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (problem !== null) return
    setIsSaving(true)
    if (await onRename(name)) onClose()
    else setIsSaving(false)
  }
  return (
    <Dialog opened isDirty={name !== before} onClose={onClose} title="Rename Tab" size={400}>
      <form onSubmit={(event) => void save(event)}>
        <TextInput
          label="Name"
          value={name}
          maxLength={MAX_TAB_NAME_LENGTH}
          error={problem}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <div className={styles.footer}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving} disabled={problem !== null}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
