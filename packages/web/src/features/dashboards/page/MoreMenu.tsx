import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import type { Dashboard } from '@sightline/contract/dashboards.ts'
import { IconArchive, IconDots, IconEyeOff, IconPencil } from '@tabler/icons-react'
import type { DashboardRights } from './rights.ts'
import type { DashboardActions } from './use-dashboard-changes.ts'

interface MoreMenuProps {
  dashboard: Dashboard
  rights: DashboardRights
  actions: DashboardActions
  onEdit(): void
}

const icon = { size: 16, stroke: 1.75 }

/** What else can be done with a dashboard, by those who may edit it. */
export function MoreMenu({ dashboard, rights, actions, onEdit }: MoreMenuProps) {
  return (
    <Menu position="bottom-end" width={176}>
      <Menu.Target>
        <Tooltip label="More">
          <ActionIcon aria-label="More">
            <IconDots {...icon} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onEdit}>
          Edit
        </Menu.Item>
        {rights.isOwner && !dashboard.is_draft && (
          <Menu.Item leftSection={<IconEyeOff {...icon} />} onClick={() => actions.publish(false)}>
            Unpublish
          </Menu.Item>
        )}
        {rights.isOwner && (
          <>
            <Menu.Divider />
            <Menu.Item color="var(--sl-err)" leftSection={<IconArchive {...icon} />} onClick={() => void actions.archive()}>
              Archive
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
