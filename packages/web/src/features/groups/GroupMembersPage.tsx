import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Tooltip } from '@mantine/core'
import type { Group, GroupMember, GroupSource } from '@sightline/contract/groups.ts'
import { IconUsers } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ApiError, messageOf } from '../../api/error.ts'
import { notify } from '../../app/notify.ts'
import { PageError } from '../../app/PageError.tsx'
import { usePageTitle } from '../../app/page-hooks.ts'
import { usePermission, useSession } from '../../app/session.ts'
import { storeAnswer } from '../../app/store-answer.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import type { ListColumn } from '../../ui/ItemsTable.tsx'
import { groupMembersQuery, groupQuery, removeMember } from './api.ts'
import styles from './GroupFrame.module.css'
import { GroupFrame } from './GroupFrame.tsx'
import { GroupItems, useGroupList } from './GroupItems.tsx'

const route = getRouteApi('/app/groups/$groupId')

/** The members of a group. */
export function GroupMembersPage() {
  const { groupId } = route.useParams()
  if (!/^\d{1,15}$/.test(groupId)) return <PageError error={new ApiError(404, 'not_found', '', null)} />
  return <Members id={Number(groupId)} />
}

function Members({ id }: { id: number }) {
  const group = useQuery(groupQuery(id))
  const members = useQuery(groupMembersQuery(id))
  const state = useGroupList()
  const columns = useColumns(group.data)
  usePageTitle(group.data?.name ?? t`Group`)
  if (group.error) return <PageError error={group.error} onRetry={() => void group.refetch()} />
  if (members.error) return <PageError error={members.error} onRetry={() => void members.refetch()} />
  if (group.data === undefined) return null
  return (
    <GroupFrame group={group.data} state={state}>
      <GroupItems
        label={t`Members`}
        columns={columns}
        items={members.data}
        state={state}
        empty={{ icon: <IconUsers size={20} stroke={1.75} />, title: t`There are no members in this group yet.` }}
      />
    </GroupFrame>
  )
}

function useColumns(group: Group | undefined): ListColumn<GroupMember>[] {
  const isAdmin = usePermission('admin')
  const { user: me } = useSession()
  const name: ListColumn<GroupMember> = {
    kind: 'custom',
    title: t`Name`,
    order: 'name',
    render: (user) => (
      <span className={styles.person}>
        <Avatar id={user.id} name={user.name} profile_image_url={user.profile_image_url} size="md" />
        <Link to="/users/$userId" params={{ userId: String(user.id) }}>
          {user.name}
        </Link>
        {user.is_disabled && (
          <Badge data-tone="warn">
            <Trans>Disabled</Trans>
          </Badge>
        )}
        {user.is_invitation_pending && !user.is_disabled && (
          <Badge>
            <Trans>Invitation pending</Trans>
          </Badge>
        )}
        {user.by_sign_in !== null && <BySignIn source={user.by_sign_in} />}
      </span>
    ),
  }
  const email: ListColumn<GroupMember> = { kind: 'custom', title: t`Email`, hideBelow: 600, render: (user) => user.email }
  if (!isAdmin || group === undefined) return [name, email]
  const mayRemove = (user: GroupMember) => group.type !== 'builtin' || user.id !== me.id
  return [
    name,
    email,
    {
      kind: 'actions',
      title: t`Actions`,
      align: 'right',
      width: 110,
      render: (user) => (mayRemove(user) ? <RemoveButton groupId={group.id} user={user} /> : null),
    },
  ]
}

const sources = { oidc: 'OpenID Connect', saml: 'SAML', ldap: 'LDAP' } satisfies Record<GroupSource, string>

/** Tells that a membership comes back if someone removes it by hand. */
function BySignIn({ source }: { source: GroupSource }) {
  const why = t`The last sign-in with ${sources[source]} gave this membership. If you remove it, the next sign-in can bring it back.`
  return (
    <Tooltip label={why} multiline w={280} events={{ hover: true, focus: true, touch: true }}>
      <Badge tabIndex={0}>
        <Trans>By sign-in</Trans>
      </Badge>
    </Tooltip>
  )
}

function RemoveButton({ groupId, user }: { groupId: number; user: GroupMember }) {
  const cache = useQueryClient()
  const { queryKey } = groupMembersQuery(groupId)
  const remove = useMutation({
    mutationFn: () => removeMember(groupId, user.id),
    onSuccess: async () => {
      await storeAnswer(cache, queryKey, (now) => now?.filter(({ id }) => id !== user.id))
      void cache.invalidateQueries({ queryKey })
      void cache.invalidateQueries({ queryKey: ['users'] })
    },
    onError: (error) => notify.error(t`Failed to remove member from group.`, messageOf(error) ?? undefined),
  })
  return (
    <Button size="sm" variant="danger" loading={remove.isPending} onClick={() => remove.mutate()}>
      <Trans>Remove</Trans>
    </Button>
  )
}
