import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../api/error.ts'
import { EditColumns, EditPath } from '../ui/edit-card/EditCard.tsx'
import { ListSkeleton } from '../ui/ListSkeleton.tsx'
import { PageHead } from '../ui/SidebarPage.tsx'
import { PageError } from './PageError.tsx'
import { usePageTitle } from './page-hooks.ts'
import { SettingsPage } from './SettingsPage.tsx'
import { usePermission } from './session.ts'

/** What an address names that only admins edit. */
export interface EditTarget {
  id: number
  /** Why there is nothing to be edited; null when it is worth asking for. */
  refusal: ApiError | null
}

/** @param id as it stands in the address */
export function useEditTarget(id: string): EditTarget {
  const isAdmin = usePermission('admin')
  const isNumber = /^\d{1,15}$/.test(id)
  const refusal = !isAdmin
    ? new ApiError(403, 'forbidden', '', null)
    : isNumber
      ? null
      : new ApiError(404, 'not_found', '', null)
  return { id: Number(id), refusal }
}

interface TypedEditPageProps<Thing, Type> {
  edited: EditTarget
  /** What it is called in general, such as `Data Source`. */
  kind: string
  /** The link to the list of all of its kind. */
  list: ReactNode
  thing: UseQueryResult<Thing>
  types: UseQueryResult<Type[]>
  form(thing: Thing, type: Type): ReactNode
  aside(thing: Thing, type: Type): ReactNode
}

/** The page on which admins edit something of one of many types: its options, and what is to be known about it beside them. */
export function TypedEditPage<Thing extends { name: string; type: string }, Type extends { type: string }>({
  edited: { refusal },
  kind,
  list,
  thing,
  types,
  form,
  aside,
}: TypedEditPageProps<Thing, Type>) {
  usePageTitle(thing.data?.name ?? kind)
  if (refusal !== null) return <PageError error={refusal} />
  if (thing.error) return <PageError error={thing.error} onRetry={() => void thing.refetch()} />
  if (types.error) return <PageError error={types.error} onRetry={() => void types.refetch()} />
  const { data } = thing
  const type = types.data?.find((one) => one.type === data?.type)
  return (
    <SettingsPage>
      <PageHead title={<EditPath list={list} name={data?.name} />} />
      {data === undefined || type === undefined ? (
        <ListSkeleton rows={4} />
      ) : (
        <EditColumns form={form(data, type)} asideLabel={`About this ${kind.toLowerCase()}`} aside={aside(data, type)} />
      )}
    </SettingsPage>
  )
}
