import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { Snippet } from '@sightline/contract/snippets.ts'
import { byLettersOf, listPage } from '@sightline/domain/list-page.ts'
import type { ListSearch } from '@sightline/domain/list-state.ts'
import { IconPlus, IconTemplate } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ApiError } from '../../api/error.ts'
import { ClientListPage } from '../../app/ClientListPage.tsx'
import { confirm } from '../../app/confirm.tsx'
import { notify } from '../../app/notify.ts'
import { PageError } from '../../app/PageError.tsx'
import { SettingsNavigation } from '../../app/SettingsPage.tsx'
import { storeAnswer } from '../../app/store-answer.ts'
import { pageLanguage } from '../../language/i18n.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { ListColumn } from '../../ui/ItemsTable.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { removeSnippet, snippetsQuery } from './api.ts'
import { SnippetDialog, useMayEdit } from './SnippetDialog.tsx'
import styles from './SnippetsPage.module.css'

/** The list with the dialog of a new snippet over it. */
export function NewSnippetPage() {
  const close = useClosing()
  return (
    <>
      <SnippetsPage />
      <SnippetDialog snippet={null} onClose={close} />
    </>
  )
}

const route = getRouteApi('/app/query_snippets/$querySnippetId')

/** The list with the dialog of one snippet over it. */
export function SnippetPage() {
  const { querySnippetId } = route.useParams()
  const snippets = useQuery(snippetsQuery)
  const close = useClosing()
  const snippet = snippets.data?.find(({ id }) => String(id) === querySnippetId)
  if (snippets.data !== undefined && snippet === undefined)
    return <PageError error={new ApiError(404, 'not_found', '', null)} />
  return (
    <>
      <SnippetsPage />
      {snippet !== undefined && <SnippetDialog key={snippet.id} snippet={snippet} onClose={close} />}
    </>
  )
}

function useClosing() {
  const navigate = useNavigate()
  const search: ListSearch = useSearch({ strict: false })
  return () => void navigate({ to: '/query_snippets', search })
}

/** All query snippets. */
export function SnippetsPage() {
  return (
    <ClientListPage
      title={t`Query Snippets`}
      searchLabel={t`Search snippets...`}
      navigation={<SettingsNavigation />}
      searchPlace="content"
      action={<NewSnippetButton />}
      columns={columns}
      keyOf={({ id }) => id}
      result={useQuery(snippetsQuery)}
      listed={(snippets, list) => listPage(snippets, list, listing)}
      standard={{ page_size: 10, order: 'trigger' }}
      empty={
        <EmptyState
          icon={<IconTemplate size={20} stroke={1.75} />}
          title={t`There are no query snippets yet.`}
          help={t`A snippet is a piece of query text that anyone can insert by typing its trigger.`}
        />
      }
    />
  )
}

function NewSnippetButton() {
  const search: ListSearch = useSearch({ strict: false })
  return (
    <LinkButton to="/query_snippets/new" search={search} leftSection={<IconPlus size={16} stroke={1.75} />}>
      <Trans>New Query Snippet</Trans>
    </LinkButton>
  )
}

const triggerOf = ({ trigger }: Snippet) => trigger
const listing = {
  textOf: ({ trigger, description, snippet }: Snippet) => `${trigger} ${description} ${snippet}`,
  defaultKey: triggerOf,
  compare: byLettersOf(pageLanguage),
  orders: {
    trigger: triggerOf,
    description: ({ description }: Snippet) => description,
    created_by: ({ user }: Snippet) => user.name,
    created_at: ({ created_at }: Snippet) => created_at,
  },
}

const columns: ListColumn<Snippet>[] = [
  { kind: 'custom', title: t`Trigger`, order: 'trigger', width: 160, render: (snippet) => <Trigger snippet={snippet} /> },
  {
    kind: 'custom',
    title: t`Description`,
    order: 'description',
    width: 220,
    hideBelow: 600,
    render: ({ description }) => <span className={styles.description}>{description}</span>,
  },
  {
    kind: 'custom',
    title: t`Snippet`,
    render: ({ snippet }) => (
      <code className={styles.code} title={snippet}>
        {snippet}
      </code>
    ),
  },
  { kind: 'avatar', title: t`Created by`, order: 'created_by', value: ({ user }) => user, width: 170, hideBelow: 1100 },
  {
    kind: 'time-ago',
    title: t`Created At`,
    order: 'created_at',
    value: ({ created_at }) => created_at,
    width: 130,
    hideBelow: 1100,
  },
  { kind: 'actions', title: t`Delete`, align: 'right', width: 100, render: (snippet) => <DeleteButton snippet={snippet} /> },
]

function Trigger({ snippet: { id, trigger } }: { snippet: Snippet }) {
  const search: ListSearch = useSearch({ strict: false })
  return (
    <Link
      to="/query_snippets/$querySnippetId"
      params={{ querySnippetId: String(id) }}
      search={search}
      className={styles.trigger}
      title={trigger}
    >
      {trigger}
    </Link>
  )
}

function DeleteButton({ snippet }: { snippet: Snippet }) {
  const mayEdit = useMayEdit()
  const { remove, askToRemove } = useRemoveSnippet(snippet)
  if (!mayEdit(snippet)) return null
  return (
    <Button
      size="sm"
      variant="subtle"
      loading={remove.isPending}
      aria-label={t`Delete ${snippet.trigger}`}
      onClick={() => void askToRemove()}
    >
      <Trans>Delete</Trans>
    </Button>
  )
}

/** Deletes a snippet after confirmation. */
function useRemoveSnippet({ id, trigger }: Snippet) {
  const cache = useQueryClient()
  const remove = useMutation({
    mutationFn: () => removeSnippet(id),
    onSuccess: async () => {
      // Otherwise the list would show it until it is loaded again.
      await storeAnswer(cache, snippetsQuery.queryKey, (now) => now?.filter((one) => one.id !== id))
      notify.success(t`Query snippet deleted successfully.`)
    },
    onError: () => notify.error(t`Failed deleting query snippet.`),
    onSettled: () => void cache.invalidateQueries({ queryKey: snippetsQuery.queryKey }),
  })
  const askToRemove = async () => {
    const isSure = await confirm({
      title: t`Delete Query Snippet`,
      text: t`Are you sure you want to delete the snippet ${trigger}? Queries that contain it do not change.`,
      action: t`Delete`,
      isDestructive: true,
    })
    if (isSure) remove.mutate()
  }
  return { remove, askToRemove }
}
