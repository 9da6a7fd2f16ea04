import { t } from '@lingui/core/macro'
import { Popover, UnstyledButton } from '@mantine/core'
import type { CellView } from '@sightline/domain/table-columns/column-view.ts'
import { useState } from 'react'
import { isAllowedMediaUrl } from '../../../ui/safe-urls.ts'
import { sanitizeHtml } from '../../html.ts'
import styles from './cells.module.css'
import { JsonTree } from './JsonTree.tsx'
import { Sparkline } from './Sparkline.tsx'

/** The content of one cell; the cell must not be null. */
export function CellContent({ view }: { view: CellView }) {
  switch (view.kind) {
    case 'nothing':
      return null
    case 'text':
      return view.isInvalid ? (
        <span className={styles.invalid} title={t`Not valid JSON, or too long to display as JSON.`}>
          {view.text}
        </span>
      ) : (
        view.text
      )
    case 'linked text':
      return view.pieces.map((piece, index) =>
        piece.kind === 'text' ? (
          piece.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other identity
          <a key={index} className={styles.link} href={piece.url} target="_blank" rel="noopener noreferrer nofollow">
            {piece.text}
          </a>
        ),
      )
    case 'html':
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized in this expression
      return <span className={styles.html} dangerouslySetInnerHTML={{ __html: sanitizeHtml(view.html) }} />
    case 'image':
      return isAllowedMediaUrl(view.address, document.baseURI) ? (
        <img
          className={styles.image}
          src={view.address}
          alt={view.title}
          title={view.title || undefined}
          width={view.width ?? undefined}
          height={view.height ?? undefined}
          loading="lazy"
          referrerPolicy="no-referrer"
        />
      ) : null
    case 'link':
      return (
        <a
          className={styles.link}
          href={view.address}
          title={view.title || undefined}
          {...(view.opensTab ? { target: '_blank', rel: 'noopener noreferrer nofollow' } : {})}
        >
          {view.text}
        </a>
      )
    case 'json':
      return <JsonCell value={view.value} />
    case 'sparkline':
      return <Sparkline view={view} />
  }
}

/** A JSON value in one line; objects and lists can be expanded to a tree. */
function JsonCell({ value }: { value: unknown }) {
  const [isOpen, setIsOpen] = useState(false)
  if (typeof value !== 'object' || value === null) return <span className={styles.json}>{JSON.stringify(value)}</span>
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" width={360} trapFocus withinPortal>
      <Popover.Target>
        <UnstyledButton className={styles.jsonButton} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {JSON.stringify(value)}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.tree}>
        <JsonTree name={null} value={value} depth={0} />
      </Popover.Dropdown>
    </Popover>
  )
}
