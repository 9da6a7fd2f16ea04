import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
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

/** The record to edit, as named in the URL. Only admins may edit it. */
export interface EditTarget {
  id: number
  /** Why it cannot be edited; null if it can be loaded. */
  refusal: ApiError | null
}

/** @param id id in the URL */
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
  /** Name of the kind of record, such as `Data Source`. */
  kind: string
  /** Link to the list of all records of this kind. */
  list: ReactNode
  thing: UseQueryResult<Thing>
  types: UseQueryResult<Type[]>
  form(thing: Thing, type: Type): ReactNode
  aside(thing: Thing, type: Type): ReactNode
}

/** The page on which admins edit a record, such as a data source: its configuration, with notes beside it. */
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
        <EditColumns form={form(data, type)} asideLabel={t`About this ${kind.toLowerCase()}`} aside={aside(data, type)} />
      )}
    </SettingsPage>
  )
}

/** The button that deletes the item of a page. */
export const DeleteButton = ({ isPending, onClick }: { isPending: boolean; onClick(): void }) => (
  <Button variant="danger" leftSection={<IconTrash size={16} stroke={1.75} />} loading={isPending} onClick={onClick}>
    <Trans>Delete</Trans>
  </Button>
)
