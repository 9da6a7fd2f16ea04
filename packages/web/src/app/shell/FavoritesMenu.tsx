import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { IconChevronDown, IconStarFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { favoriteDashboardsQuery } from '../../features/dashboards/api.ts'
import { favoriteQueriesQuery } from '../../features/queries/api.ts'
import { LinkMenuItem } from '../../ui/LinkButton.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { listNote } from '../list-note.ts'
import styles from './FavoritesMenu.module.css'

const star = <IconStarFilled size={14} color="var(--sl-star)" />

/** The newest favorite dashboards, and links to all favorites and all dashboards. */
export function DashboardsMenu() {
  const [isOpen, setIsOpen] = useState(false)
  const favorites = useQuery({ ...favoriteDashboardsQuery, enabled: isOpen })
  const { data } = favorites
  return (
    <HeaderMenu
      label={t`Dashboards`}
      note={listNote(favorites, t`Favorite Dashboards will appear here`)}
      pages={/^\/dashboards?(\/|$)/}
      isOpen={isOpen}
      onChange={setIsOpen}
    >
      {data?.results.map(({ id, slug, name, is_draft, is_archived }) => (
        <LinkMenuItem key={id} to="/dashboard/$slug" params={{ slug }} leftSection={star}>
          <span className={styles.name}>{name}</span>
          <StatusBadge isDraft={is_draft} isArchived={is_archived} />
        </LinkMenuItem>
      ))}
      {data !== undefined && data.count > data.results.length && (
        <LinkMenuItem to="/dashboards/favorites" className={styles.more}>
          <Trans>All {data.count} favorites</Trans>
        </LinkMenuItem>
      )}
      <Menu.Divider />
      <LinkMenuItem to="/dashboards">
        <Trans>All Dashboards</Trans>
      </LinkMenuItem>
    </HeaderMenu>
  )
}

/** The newest favorite queries, and links to all favorites and all queries. */
export function QueriesMenu() {
  const [isOpen, setIsOpen] = useState(false)
  const favorites = useQuery({ ...favoriteQueriesQuery, enabled: isOpen })
  const { data } = favorites
  return (
    <HeaderMenu
      label={t`Queries`}
      note={listNote(favorites, t`Favorite Queries will appear here`)}
      pages={/^\/queries(\/|$)/}
      isOpen={isOpen}
      onChange={setIsOpen}
    >
      {data?.results.map(({ id, name, is_draft, is_archived }) => (
        <LinkMenuItem key={id} to="/queries/$queryId" params={{ queryId: String(id) }} leftSection={star}>
          <span className={styles.name}>{name}</span>
          <StatusBadge isDraft={is_draft} isArchived={is_archived} />
        </LinkMenuItem>
      ))}
      {data !== undefined && data.count > data.results.length && (
        <LinkMenuItem to="/queries/favorites" className={styles.more}>
          <Trans>All {data.count} favorites</Trans>
        </LinkMenuItem>
      )}
      <Menu.Divider />
      <LinkMenuItem to="/queries">
        <Trans>All Queries</Trans>
      </LinkMenuItem>
    </HeaderMenu>
  )
}

interface HeaderMenuProps {
  label: string
  /** Text shown instead of favorites; null if there are some. */
  note: string | null
  /** Paths of the pages on which the entry is marked as current. */
  pages: RegExp
  isOpen: boolean
  onChange(isOpen: boolean): void
  children: ReactNode
}

function HeaderMenu({ label, note, pages, isOpen, onChange, children }: HeaderMenuProps) {
  const isHere = useRouterState({ select: (state) => pages.test(state.location.pathname) })
  return (
    <Menu opened={isOpen} onChange={onChange} position="bottom-start" width={300}>
      <Menu.Target>
        <button type="button" className={styles.target} data-here={isHere || isOpen}>
          {label}
          <IconChevronDown size={14} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.dropdown}>
        {note !== null && <div className={styles.note}>{note}</div>}
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}
