import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import type { ShownWidget } from '@sightline/contract/widgets.ts'
import type { Tab } from '@sightline/domain/dashboards/tabs.ts'
import { IconArrowDown, IconArrowUp, IconFolderSymlink, IconPencil, IconTrash } from '@tabler/icons-react'

/** Changes to sections, for users who may edit. The same functions each time. */
export interface SectionActions {
  rename(section: ShownWidget): void
  /** Moves a section with its widgets past the one above (-1) or below (1). */
  move(section: ShownWidget, by: -1 | 1): void
  /** Moves a section with its widgets below those of another tab. */
  moveToTab(section: ShownWidget, tab: Tab): void
  /** Removes the heading of a section; its widgets stay. */
  remove(section: ShownWidget): void
}

interface SectionMenuProps {
  section: ShownWidget
  isFirst: boolean
  isLast: boolean
  /** The tabs to which it can move. */
  tabs: readonly Tab[]
  actions: SectionActions
}

const icon = { size: 16, stroke: 1.75 }

/** The menu entries of a section while the dashboard is edited. */
export function SectionMenu({ section, isFirst, isLast, tabs, actions }: SectionMenuProps) {
  return (
    <>
      <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => actions.rename(section)}>
        <Trans>Rename…</Trans>
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowUp {...icon} />} disabled={isFirst} onClick={() => actions.move(section, -1)}>
        <Trans>Move Up</Trans>
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowDown {...icon} />} disabled={isLast} onClick={() => actions.move(section, 1)}>
        <Trans>Move Down</Trans>
      </Menu.Item>
      {tabs.length > 0 && (
        <Menu.Sub>
          <Menu.Sub.Target>
            <Menu.Sub.Item leftSection={<IconFolderSymlink {...icon} />}>
              <Trans>Move to Tab</Trans>
            </Menu.Sub.Item>
          </Menu.Sub.Target>
          <Menu.Sub.Dropdown>
            {tabs.map((tab) => (
              <Menu.Item key={tab.id} onClick={() => actions.moveToTab(section, tab)}>
                {tab.name}
              </Menu.Item>
            ))}
          </Menu.Sub.Dropdown>
        </Menu.Sub>
      )}
      <Menu.Item color="var(--sl-err)" leftSection={<IconTrash {...icon} />} onClick={() => actions.remove(section)}>
        <Trans>Delete Section</Trans>
      </Menu.Item>
    </>
  )
}
