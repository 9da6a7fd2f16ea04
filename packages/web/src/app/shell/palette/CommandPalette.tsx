import { Combobox, Modal, TextInput, useCombobox, useMantineColorScheme } from '@mantine/core'
import { IconCode, IconLayoutDashboard, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { favoriteDashboardsQuery } from '../../../features/dashboards/api.ts'
import { favoriteQueriesQuery } from '../../../features/queries/list/api.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { signOut, usePermission, useSession } from '../../session.ts'
import { useCreateDashboard } from '../../shell-actions.ts'
import { dashboardHit, queryHit, type SearchHit, useItemSearch, useOpenHit } from '../use-item-search.ts'
import styles from './CommandPalette.module.css'
import { type Command, commandsFor } from './commands.ts'

/** How many favorites are offered before anything is typed. */
const FAVORITES = 5

const iconOf = { size: 16, stroke: 1.75 }

interface CommandPaletteProps {
  onShowShortcuts(): void
  onClose(): void
}

/** One field that leads everywhere: pages, actions, queries and dashboards. */
export default function CommandPalette({ onShowShortcuts, onClose }: CommandPaletteProps) {
  const [term, setTerm] = useState('')
  const { user } = useSession()
  const { pages, actions } = commandsFor(user.permissions, term)
  const { found, nothing } = useItemSearch(term)
  const favorites = useFavorites()
  const isAsking = term.trim() !== ''
  const items = isAsking ? found : favorites
  const run = useRun(onShowShortcuts)
  const open = useOpenHit()

  const combobox = useCombobox({ opened: true })
  const { selectFirstOption } = combobox
  const shown = [...items.map(keyOf), ...pages.map(({ label }) => label), ...actions.map(({ label }) => label)].join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first option is another one when what is shown changes.
  useEffect(() => {
    selectFirstOption()
  }, [shown])

  // Back to where one was: the way on may end there too, where a page is not to be left after all or a dialog is closed.
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus()
    },
    [opener],
  )

  const submit = (key: string) => {
    onClose()
    const item = items.find((each) => keyOf(each) === key)
    const command = [...pages, ...actions].find(({ label }) => label === key)
    if (item) open(item)
    else if (command) run(command)
  }

  const itemOption = (item: SearchHit) => (
    <Combobox.Option key={keyOf(item)} value={keyOf(item)} className={styles.option}>
      {item.kind === 'query' ? <IconCode {...iconOf} /> : <IconLayoutDashboard {...iconOf} />}
      <span className={styles.name}>{item.name}</span>
      <StatusBadge isDraft={item.is_draft} isArchived={item.is_archived} />
    </Combobox.Option>
  )
  const commandOption = (command: Command) => (
    <Combobox.Option key={command.label} value={command.label} className={styles.option}>
      <command.icon {...iconOf} />
      <span className={styles.name}>{command.label}</span>
    </Combobox.Option>
  )
  return (
    <Modal
      opened
      onClose={onClose}
      title="Commands"
      withCloseButton={false}
      size={560}
      yOffset="12vh"
      classNames={{ header: styles.header, body: styles.body }}
    >
      <Combobox store={combobox} onOptionSubmit={submit}>
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            ref={focusNow}
            data-autofocus
            data-palette
            size="lg"
            classNames={{ input: styles.input }}
            placeholder="Go to a page, a query, a dashboard, or do something..."
            aria-label="Go to or do"
            leftSection={<IconSearch {...iconOf} />}
            value={term}
            onChange={(event) => setTerm(event.currentTarget.value)}
            onKeyDown={(event) => {
              // The list would keep it to itself.
              if (event.key === 'Escape') onClose()
            }}
            // The list comes with the dialog, after the first effects.
            onFocus={() => selectFirstOption()}
          />
        </Combobox.EventsTarget>
        <Combobox.Options className={styles.options} aria-label="Commands">
          {!isAsking && <Group label="Favorites">{items.map(itemOption)}</Group>}
          <Group label="Pages">{pages.map(commandOption)}</Group>
          <Group label="Actions">{actions.map(commandOption)}</Group>
          {/* Last, for it comes last: what Enter takes must not change under the hand. */}
          {isAsking && <Group label="SearchHit">{items.map(itemOption)}</Group>}
          {shown === '' && <Combobox.Empty>{nothing}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox>
    </Modal>
  )
}

function Group({ label, children }: { label: string; children: ReactNode[] }) {
  return children.length === 0 ? null : <Combobox.Group label={label}>{children}</Combobox.Group>
}

/**
 * A dialog focuses its first field after a moment, in which quick keys would go elsewhere. Here they are the whole use of it, so
 * this is a plain Modal, and no Dialog, which would hold the focus until then.
 */
const focusNow = (field: HTMLInputElement | null) => field?.focus()

/** Labels of commands hold no slash. */
const keyOf = ({ kind, address }: SearchHit) => `${kind}/${address}`

/** The newest favorites, of both kinds. */
function useFavorites(): SearchHit[] {
  const queries = useQuery({ ...favoriteQueriesQuery, enabled: usePermission('view_query') })
  const dashboards = useQuery({ ...favoriteDashboardsQuery, enabled: usePermission('list_dashboards') })
  return [
    ...(queries.data?.results.slice(0, FAVORITES).map(queryHit) ?? []),
    ...(dashboards.data?.results.slice(0, FAVORITES).map(dashboardHit) ?? []),
  ]
}

function useRun(showShortcuts: () => void): (command: Command) => void {
  const navigate = useNavigate()
  const createDashboard = useCreateDashboard()
  const { setColorScheme } = useMantineColorScheme()
  const { user } = useSession()
  return (command) => {
    if ('to' in command) return void navigate({ to: command.to })
    switch (command.action) {
      case 'create-dashboard':
        return createDashboard()
      case 'shortcuts':
        return showShortcuts()
      case 'log-out':
        return void signOut(user.id)
      default:
        return setColorScheme(command.action)
    }
  }
}
