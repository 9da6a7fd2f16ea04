import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button } from '@mantine/core'
import type { Group } from '@sightline/contract/groups.ts'
import { withPageSize } from '@sightline/domain/list-state.ts'
import { IconChevronRight, IconDatabase, IconDatabasePlus, IconTrash, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { notify } from '../../app/notify.ts'
import { SettingsPage } from '../../app/SettingsPage.tsx'
import { usePermission } from '../../app/session.ts'
import { storeAnswer } from '../../app/store-answer.ts'
import { EditInPlace } from '../../ui/EditInPlace.tsx'
import card from '../../ui/edit-card/edit-card.module.css'
import { PageSizeSelect } from '../../ui/Paginator.tsx'
import { ownPage, PageHead, SideCaption, SideLink, SideNav } from '../../ui/SidebarPage.tsx'
import { AddDataSourcesDialog, AddMembersDialog } from './AddToGroupDialogs.tsx'
import { groupQuery, groupsQuery, renameGroup } from './api.ts'
import styles from './GroupFrame.module.css'
import type { GroupListState } from './GroupItems.tsx'
import { useRemoveGroup } from './use-remove-group.ts'

interface GroupFrameProps {
  group: Group
  /** State of the list on the page. */
  state: GroupListState
  children: ReactNode
}

/** The frame of the pages of a group: its name, links to both pages, and the actions of admins. */
export function GroupFrame({ group, state, children }: GroupFrameProps) {
  const isAdmin = usePermission('admin')
  const params = { groupId: String(group.id) }
  return (
    <SettingsPage
      below={
        <>
          <SideCaption>
            <Trans>Group</Trans>
          </SideCaption>
          <SideNav label={t`Pages of the group`}>
            <SideLink
              to="/groups/$groupId"
              params={params}
              activeOptions={ownPage}
              icon={<IconUsers size={16} stroke={1.75} />}
            >
              <Trans>Members</Trans>
            </SideLink>
            {isAdmin && (
              <SideLink
                to="/groups/$groupId/data_sources"
                params={params}
                activeOptions={ownPage}
                icon={<IconDatabase size={16} stroke={1.75} />}
              >
                <Trans>Data Sources</Trans>
              </SideLink>
            )}
          </SideNav>
          <div className={styles.actions}>
            <PageSizeSelect
              value={state.list.page_size}
              sizes={state.pageSizes}
              onChange={(size) => state.go(withPageSize(state.search, size))}
            />
            {isAdmin && <GroupActions group={group} />}
          </div>
        </>
      }
    >
      <PageHead title={<GroupTitle group={group} isAdmin={isAdmin} />} />
      {children}
    </SettingsPage>
  )
}

function GroupTitle({ group, isAdmin }: { group: Group; isAdmin: boolean }) {
  const cache = useQueryClient()
  const rename = useMutation({
    mutationFn: (name: string) => renameGroup(group.id, name),
    onSuccess: async (renamed) => {
      await storeAnswer(cache, groupQuery(group.id).queryKey, renamed)
      void cache.invalidateQueries({ queryKey: groupsQuery.queryKey })
      void cache.invalidateQueries({ queryKey: ['users', 'lists'] })
    },
    onError: (error) => notify.failure(error),
  })
  return (
    <div className={styles.title}>
      <nav aria-label={t`Path`} className={card.path}>
        <Link to="/groups" activeOptions={{ exact: true }}>
          <Trans>Groups</Trans>
        </Link>
        <IconChevronRight size={14} stroke={1.75} aria-hidden />
      </nav>
      <h1>
        <EditInPlace
          label={t`Name of the group`}
          value={group.name}
          isEditable={isAdmin && group.type !== 'builtin'}
          onCommit={(name) =>
            rename.mutateAsync(name).then(
              () => true,
              () => false,
            )
          }
        />
      </h1>
      {group.type === 'builtin' && (
        <Badge>
          <Trans>built-in</Trans>
        </Badge>
      )}
    </div>
  )
}

function GroupActions({ group }: { group: Group }) {
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'members' | 'data sources' | null>(null)
  const { remove, askToRemove } = useRemoveGroup(group, () => void navigate({ to: '/groups' }))
  const close = () => setDialog(null)
  return (
    <>
      <Button variant="default" leftSection={<IconUserPlus size={16} stroke={1.75} />} onClick={() => setDialog('members')}>
        <Trans>Add Members</Trans>
      </Button>
      <Button
        variant="default"
        leftSection={<IconDatabasePlus size={16} stroke={1.75} />}
        onClick={() => setDialog('data sources')}
      >
        <Trans>Add Data Sources</Trans>
      </Button>
      {group.type !== 'builtin' && (
        <Button
          variant="danger"
          leftSection={<IconTrash size={16} stroke={1.75} />}
          loading={remove.isPending}
          onClick={() => void askToRemove()}
        >
          <Trans>Delete Group</Trans>
        </Button>
      )}
      {dialog === 'members' && <AddMembersDialog group={group} onClose={close} />}
      {dialog === 'data sources' && <AddDataSourcesDialog group={group} onClose={close} />}
    </>
  )
}
