import { t } from '@lingui/core/macro'
import { Combobox, Modal, TextInput, useCombobox, useMantineColorScheme } from '@mantine/core'
import { searchTerm } from '@sightline/domain/search-term.ts'
import { IconCode, IconLayoutDashboard, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { favoriteDashboardsQuery } from '../../../features/dashboards/api.ts'
import { favoriteQueriesQuery } from '../../../features/queries/api.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { signOut, usePermission, useSession } from '../../session.ts'
import { useCreateDashboard } from '../../shell-actions.ts'
import { dashboardHit, type SearchHit as Favorite, queryHit, useOpenHit as useOpenFavorite } from '../use-item-search.ts'
import styles from './CommandPalette.module.css'
import { type Command, commandsFor } from './commands.ts'
import { HitOption } from './HitOption.tsx'
import { keyOf, useOpenHit, useSearch } from './use-search.ts'

/** Favorites of each kind that are shown before anything is typed. */
const MAX_FAVORITES = 5

const iconProps = { size: 16, stroke: 1.75 }

interface CommandPaletteProps {
  onShowShortcuts(): void
  onClose(): void
}

/** The command palette: one field to open pages, run actions, and find everything that the user may see. */
export default function CommandPalette({ onShowShortcuts, onClose }: CommandPaletteProps) {
  const [term, setTerm] = useState('')
  const { user } = useSession()
  const { pages, actions } = commandsFor(user.permissions, term)
  const { hits, emptyText } = useSearch(term)
  const { words } = searchTerm(term)
  const isSearching = words.length > 0
  const allFavorites = useFavorites()
  const favorites = isSearching ? [] : allFavorites
  const run = useRun(onShowShortcuts)
  const open = useOpenHit()
  const openFavorite = useOpenFavorite()

  const combobox = useCombobox({ opened: true })
  const { selectFirstOption } = combobox
  const shown = [...favorites.map(favoriteKey), ...[...pages, ...actions].map(({ label }) => label), ...hits.map(keyOf)].join(
    '\n',
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first option changes with what is shown.
  useEffect(() => {
    selectFirstOption()
  }, [shown])

  // Return the focus on close: the user may stay on the page, for example if leaving it is cancelled.
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus()
    },
    [opener],
  )

  const submit = (key: string) => {
    onClose()
    const hit = hits.find((each) => keyOf(each) === key)
    const favorite = favorites.find((each) => favoriteKey(each) === key)
    const command = [...pages, ...actions].find(({ label }) => label === key)
    if (hit) open(hit)
    else if (favorite) openFavorite(favorite)
    else if (command) run(command)
  }

  const favoriteOption = (item: Favorite) => (
    <Combobox.Option key={favoriteKey(item)} value={favoriteKey(item)} className={styles.option}>
      {item.kind === 'query' ? <IconCode {...iconProps} /> : <IconLayoutDashboard {...iconProps} />}
      <span className={styles.name}>{item.name}</span>
      <StatusBadge isDraft={item.is_draft} isArchived={item.is_archived} />
    </Combobox.Option>
  )
  const commandOption = (command: Command) => (
    <Combobox.Option key={command.label} value={command.label} className={styles.option}>
      <command.icon {...iconProps} />
      <span className={styles.name}>{command.label}</span>
    </Combobox.Option>
  )
  return (
    <Modal
      opened
      onClose={onClose}
      title={t`Commands`}
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
            placeholder={t`Search queries, dashboards, tables, people, pages...`}
            aria-label={t`Command palette`}
            leftSection={<IconSearch {...iconProps} />}
            value={term}
            onChange={(event) => setTerm(event.currentTarget.value)}
            onKeyDown={(event) => {
              // The Combobox would swallow Escape.
              if (event.key === 'Escape') onClose()
            }}
            // The options are mounted with the dialog, after the first effects.
            onFocus={() => selectFirstOption()}
          />
        </Combobox.EventsTarget>
        <Combobox.Options className={styles.options} aria-label={t`Commands`}>
          <Group label={t`Favorites`}>{favorites.map(favoriteOption)}</Group>
          <Group label={t`Pages`}>{pages.map(commandOption)}</Group>
          <Group label={t`Actions`}>{actions.map(commandOption)}</Group>
          {/* Search hits arrive late, so they come last: the option that Enter takes must not change suddenly. */}
          <Group label={t`Search Results`}>
            {hits.map((hit) => (
              <HitOption key={keyOf(hit)} hit={hit} words={words} />
            ))}
          </Group>
          {shown === '' && <Combobox.Empty>{emptyText}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox>
    </Modal>
  )
}

function Group({ label, children }: { label: string; children: ReactNode[] }) {
  return children.length === 0 ? null : <Combobox.Group label={label}>{children}</Combobox.Group>
}

/**
 * Dialog delays the focus of its first field. The palette must get keys typed at once, so it is a plain Modal that focuses the field
 * immediately.
 */
const focusNow = (field: HTMLInputElement | null) => field?.focus()

/** Cannot clash with labels of commands, which contain no slash. */
const favoriteKey = ({ kind, urlPart }: Favorite) => `${kind}/${urlPart}`

/** The newest favorite queries and dashboards. */
function useFavorites(): Favorite[] {
  const queries = useQuery({ ...favoriteQueriesQuery, enabled: usePermission('view_query') })
  const dashboards = useQuery({ ...favoriteDashboardsQuery, enabled: usePermission('list_dashboards') })
  return [
    ...(queries.data?.results.slice(0, MAX_FAVORITES).map(queryHit) ?? []),
    ...(dashboards.data?.results.slice(0, MAX_FAVORITES).map(dashboardHit) ?? []),
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
