import { t } from '@lingui/core/macro'
import { Combobox } from '@mantine/core'
import type { SearchHit, SearchMatch } from '@sightline/contract/search.ts'
import { type Icon, IconBell, IconChartBar, IconCode, IconLayoutDashboard, IconTable, IconUser } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AlertBadges } from '../../../ui/AlertBadges.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { nameOfType } from '../../../visualizations/plug-in/known-types.ts'
import styles from './CommandPalette.module.css'
import { markedPieces, piecesOf, type TextPiece } from './marked-pieces.ts'
import { keyOf } from './use-search.ts'

const icons: Record<SearchHit['kind'], Icon> = {
  query: IconCode,
  dashboard: IconLayoutDashboard,
  visualization: IconChartBar,
  table: IconTable,
  alert: IconBell,
  user: IconUser,
}

/** A search result: its name, what it is, and why it matches if the name does not say so. @param words of the term, in lower case */
export function HitOption({ hit, words }: { hit: SearchHit; words: readonly string[] }) {
  const KindIcon = icons[hit.kind]
  return (
    <Combobox.Option value={keyOf(hit)} className={styles.option}>
      <KindIcon size={16} stroke={1.75} />
      <span className={styles.texts}>
        <span className={styles.firstLine}>
          <span className={styles.name}>
            <Pieces pieces={markedPieces(hit.name, words)} />
          </span>
          {(hit.kind === 'query' || hit.kind === 'dashboard') && (
            <StatusBadge isDraft={hit.is_draft} isArchived={hit.is_archived} />
          )}
          {hit.kind === 'alert' && <AlertBadges state={hit.state} health={hit.health} />}
        </span>
        <span className={styles.detail}>
          {kindText(hit)}
          {hit.match !== null && <Reason kind={hit.kind} match={hit.match} />}
        </span>
      </span>
    </Combobox.Option>
  )
}

/** The kind of a hit. The query of a visualization and the email of a user are always shown, unless they are the reason. */
function kindText(hit: SearchHit): string {
  switch (hit.kind) {
    case 'query':
      return t`Query`
    case 'dashboard':
      return t`Dashboard`
    case 'visualization': {
      const type = nameOfType(hit.type)
      return hit.match?.field === 'query' ? type : t`${type} of ${hit.query_name}`
    }
    case 'table':
      return t`Table in ${hit.data_source_name}`
    case 'alert':
      return t`Alert`
    case 'user':
      return hit.match?.field === 'email' ? t`User` : t`User, ${hit.email}`
  }
}

const reasons: Record<SearchMatch['field'], string> = {
  tag: t`tag`,
  description: t`description`,
  text: t`query text`,
  column: t`column`,
  id: 'id',
  email: t`email`,
  query: t`of the query`,
}

function Reason({ kind, match: { field, text, start, length } }: { kind: SearchHit['kind']; match: SearchMatch }) {
  return (
    <>
      {kind === 'visualization' || kind === 'alert' ? ' ' : ', '}
      {reasons[field]}{' '}
      <span className={field === 'text' || field === 'column' ? styles.code : undefined}>
        <Pieces pieces={piecesOf(text, start, length)} />
      </span>
    </>
  )
}

const Pieces = ({ pieces }: { pieces: readonly TextPiece[] }): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other identity
  pieces.map(({ text, isMarked }, index) => (isMarked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>))
