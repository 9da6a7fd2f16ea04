import { Menu } from '@mantine/core'
import { IconChevronDown, IconStarFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { favoriteDashboardsQuery } from '../../features/dashboards/api.ts'
import { favoriteQueriesQuery } from '../../features/queries/list/api.ts'
import { LinkMenuItem } from '../../ui/LinkButton.tsx'
import { Marks } from '../../ui/Marks.tsx'
import styles from './FavoritesMenu.module.css'

const star = <IconStarFilled size={14} color="var(--sl-star)" />

/** The newest favorite dashboards, and the way to all. */
export function DashboardsMenu() {
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery({ ...favoriteDashboardsQuery, enabled: isOpen })
  return (
    <HeaderMenu label="Dashboards" pages={/^\/dashboards?(\/|$)/} isOpen={isOpen} onChange={setIsOpen}>
      {data?.results.length === 0 && <div className={styles.none}>Favorite Dashboards will appear here</div>}
      {data?.results.map(({ id, slug, name, is_draft, is_archived }) => (
        <LinkMenuItem key={id} to="/dashboard/$slug" params={{ slug }} leftSection={star}>
          <span className={styles.name}>{name}</span>
          <Marks isDraft={is_draft} isArchived={is_archived} />
        </LinkMenuItem>
      ))}
      {data !== undefined && data.count > data.results.length && (
        <LinkMenuItem to="/dashboards/favorites" className={styles.more}>
          All {data.count} favorites
        </LinkMenuItem>
      )}
      <Menu.Divider />
      <LinkMenuItem to="/dashboards">All Dashboards</LinkMenuItem>
    </HeaderMenu>
  )
}

/** The newest favorite queries, and the way to all. */
export function QueriesMenu() {
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery({ ...favoriteQueriesQuery, enabled: isOpen })
  return (
    <HeaderMenu label="Queries" pages={/^\/queries(\/|$)/} isOpen={isOpen} onChange={setIsOpen}>
      {data?.results.length === 0 && <div className={styles.none}>Favorite Queries will appear here</div>}
      {data?.results.map(({ id, name, is_draft, is_archived }) => (
        <LinkMenuItem key={id} to="/queries/$queryId" params={{ queryId: String(id) }} leftSection={star}>
          <span className={styles.name}>{name}</span>
          <Marks isDraft={is_draft} isArchived={is_archived} />
        </LinkMenuItem>
      ))}
      {data !== undefined && data.count > data.results.length && (
        <LinkMenuItem to="/queries/favorites" className={styles.more}>
          All {data.count} favorites
        </LinkMenuItem>
      )}
      <Menu.Divider />
      <LinkMenuItem to="/queries">All Queries</LinkMenuItem>
    </HeaderMenu>
  )
}

interface HeaderMenuProps {
  label: string
  /** The pages on which the entry counts as the present one. */
  pages: RegExp
  isOpen: boolean
  onChange(isOpen: boolean): void
  children: ReactNode
}

function HeaderMenu({ label, pages, isOpen, onChange, children }: HeaderMenuProps) {
  const isHere = useRouterState({ select: (state) => pages.test(state.location.pathname) })
  return (
    <Menu opened={isOpen} onChange={onChange} position="bottom-start" width={300}>
      <Menu.Target>
        <button type="button" className={styles.target} data-here={isHere || isOpen}>
          {label}
          <IconChevronDown size={14} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.dropdown}>{children}</Menu.Dropdown>
    </Menu>
  )
}
