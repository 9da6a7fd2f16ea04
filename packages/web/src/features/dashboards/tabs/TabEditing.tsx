import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { MAX_TAB_NAME_LENGTH, type Tab, tabNameProblem } from '@sightline/domain/dashboards/tabs.ts'
import { IconArrowLeft, IconArrowRight, IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { confirm } from '../../../app/confirm.tsx'
import { LazyDialog } from '../../../app/LazyDialog.tsx'
import { towardsEnd } from '../../../language/direction.ts'
import type { TabActions } from './tab-actions.ts'

const NameDialog = lazy(async () => ({ default: (await import('../page/NameDialog.tsx')).NameDialog }))

interface TabEditingProps {
  tabs: readonly Tab[]
  current: Tab
  /** Number of widgets on the current tab. */
  widgets: number
  actions: TabActions
}

const icon = { size: 16, stroke: 1.75 }

/** Adds a tab, and renames, moves or removes the current one. */
export function TabEditing({ tabs, current, widgets, actions }: TabEditingProps) {
  const [isRenaming, setIsRenaming] = useState(false)
  const at = tabs.indexOf(current)
  const left = towardsEnd(-1)
  const remove = async (tab: Tab) => {
    const beside = tabs[at + 1] ?? tabs[at - 1]
    const isSure = await confirm({
      title: t`Delete Tab`,
      text:
        widgets > 0 && beside !== undefined
          ? t`Are you sure you want to delete "${tab.name}"? Its widgets move to "${beside.name}".`
          : t`Are you sure you want to delete "${tab.name}"?`,
      action: t`Delete`,
      isDestructive: true,
    })
    if (isSure) await actions.remove(tab)
  }
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon size="sm" aria-label={t`Menu of the tab ${current.name}`}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setIsRenaming(true)}>
            <Trans>Rename…</Trans>
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowLeft {...icon} />}
            disabled={!tabs[at + left]}
            onClick={() => actions.move(current.id, left)}
          >
            <Trans>Move Left</Trans>
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowRight {...icon} />}
            disabled={!tabs[at - left]}
            onClick={() => actions.move(current.id, -left)}
          >
            <Trans>Move Right</Trans>
          </Menu.Item>
          <Menu.Item color="var(--sl-err)" leftSection={<IconTrash {...icon} />} onClick={() => void remove(current)}>
            <Trans>Delete Tab</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {actions.add !== null && (
        <Button
          variant="subtle"
          size="compact-sm"
          flex="none"
          leftSection={<IconPlus size={14} stroke={1.75} />}
          onClick={() => void actions.add?.()}
        >
          <Trans>Add Tab</Trans>
        </Button>
      )}
      {isRenaming && (
        <LazyDialog onClose={() => setIsRenaming(false)}>
          <NameDialog
            title={t`Rename Tab`}
            action={t`Rename`}
            name={current.name}
            maxLength={MAX_TAB_NAME_LENGTH}
            problemOf={tabNameProblem}
            onSave={(name) => actions.rename(current.id, name)}
            onClose={() => setIsRenaming(false)}
          />
        </LazyDialog>
      )}
    </>
  )
}
