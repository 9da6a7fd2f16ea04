import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import type { Dashboard } from '@sightline/contract/dashboards.ts'
import { IconArchive, IconDots, IconEyeOff, IconPencil, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useClientConfig } from '../../../app/session.ts'
import { PermissionsDialog } from '../../../ui/permissions/PermissionsDialog.tsx'
import { useAccessList } from '../../acl/api.ts'
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
  const { showPermissionsControl } = useClientConfig()
  const [isManaging, setIsManaging] = useState(false)
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Tooltip label="More">
          <Menu.Target>
            <ActionIcon aria-label="More">
              <IconDots {...icon} />
            </ActionIcon>
          </Menu.Target>
        </Tooltip>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onEdit}>
            Edit
          </Menu.Item>
          {rights.isOwner && showPermissionsControl && (
            <Menu.Item leftSection={<IconUsers {...icon} />} onClick={() => setIsManaging(true)}>
              Manage Permissions
            </Menu.Item>
          )}
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
      {isManaging && <Permissions dashboard={dashboard} onClose={() => setIsManaging(false)} />}
    </>
  )
}

function Permissions({ dashboard: { id, user }, onClose }: { dashboard: Dashboard; onClose(): void }) {
  return <PermissionsDialog owner={{ ...user, is_disabled: false }} {...useAccessList('dashboards', id)} onClose={onClose} />
}
