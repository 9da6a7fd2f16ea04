import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { NumberInput, Textarea, TextInput } from '@mantine/core'
import type { Query } from '@sightline/contract/queries.ts'
import { urlQueryOf } from '@sightline/domain/parameters/url-values.ts'
import { lazy, useState } from 'react'
import { basePath } from '../../../api/url.ts'
import { LazyDialog } from '../../../app/LazyDialog.tsx'
import { useClientConfig } from '../../../app/session.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextParametersNotice } from '../../../ui/TextParametersNotice.tsx'
import styles from './EmbedDialog.module.css'
import type { QueryModel } from './use-query-model.ts'

// The rules of all SQL dialects, which say where texts can be passed as values, are too large to load with the page.
const EmbeddedTexts = lazy(() => import('./EmbeddedTexts.tsx'))

const TEXT_PARAMETERS = t`Currently it is not possible to embed queries that contain text parameters.`
const NO_KEY = t`Visitors must sign in because you cannot see the API key of this query. Its owner can copy a URL that opens without signing in.`

interface EmbedDialogProps {
  query: Query
  visualizationId: number
  /** Its parameters have the values for the URL. */
  model: Pick<QueryModel, 'parameters' | 'change'>
  onClose(): void
}

/** The URL of a visualization for other sites, and the HTML of an iframe with it. */
export function EmbedDialog({ query, visualizationId, model, onClose }: EmbedDialogProps) {
  const { allowParametersInEmbeds } = useClientConfig()
  const [width, setWidth] = useState<number>(FRAME_WIDTH)
  const [height, setHeight] = useState<number>(frameHeight(model.parameters.definitions.length > 0))
  const path = embedPath(query.id, visualizationId, query.api_key, urlQueryOf(model.parameters.definitions))
  const url = location.origin + basePath() + path
  const code = frameCode(url, width, height)
  const isRefused = !query.is_safe && !allowParametersInEmbeds
  // The switches stay, so that they can be turned off again.
  const [wasRefused] = useState(isRefused)
  return (
    <Dialog opened onClose={onClose} title={t`Embed Query`} size={640}>
      {isRefused ? (
        <TextParametersNotice reason={TEXT_PARAMETERS}>
          <Trans>
            To embed a search box, pass its text as a value. It can then be searched for, and cannot change the query.
          </Trans>
        </TextParametersNotice>
      ) : (
        <>
          <div className={styles.line}>
            <TextInput label={t`Public URL`} value={url} readOnly dir="ltr" className={styles.code} />
            <CopyButton text={url} size="md" />
          </div>
          <div className={styles.sizes}>
            <SizeInput label={t`Width`} value={width} onChange={setWidth} />
            <SizeInput label={t`Height`} value={height} onChange={setHeight} />
          </div>
          <div className={styles.line}>
            <Textarea label={t`IFrame Embed`} value={code} readOnly dir="ltr" className={styles.code} />
            <CopyButton text={code} size="md" />
          </div>
          {query.api_key === null && <p className={styles.note}>{NO_KEY}</p>}
        </>
      )}
      {(wasRefused || isRefused) && (
        <LazyDialog onClose={onClose}>
          <EmbeddedTexts model={model} query={query} />
        </LazyDialog>
      )}
    </Dialog>
  )
}

interface SizeInputProps {
  label: string
  value: number
  onChange(pixels: number): void
}

/** A size in pixels. Input that is not a valid size yet is ignored. */
function SizeInput({ label, value, onChange }: SizeInputProps) {
  return (
    <NumberInput
      label={label}
      min={1}
      max={10_000}
      allowDecimal={false}
      allowNegative={false}
      className={styles.size}
      rightSection="px"
      defaultValue={value}
      onChange={(typed) => {
        if (typeof typed === 'number' && typed >= 1) onChange(typed)
      }}
    />
  )
}

/** Default width of the iframe, CSS pixels. */
const FRAME_WIDTH = 720

/** Default height of the iframe, CSS pixels: the title, a visualization of seven rows and, with parameters, their line. */
export const frameHeight = (hasParameters: boolean): number => 391 + (hasParameters ? 48 : 0)

/**
 * The URL of one visualization for other sites, relative to the base of this site.
 * @param apiKey null for users who may not see it: visitors then have to sign in
 * @param values parameter values, as in the search part of the URL
 */
export function embedPath(
  queryId: number,
  visualizationId: number,
  apiKey: string | null,
  values: Record<string, string>,
): string {
  const search = new URLSearchParams({ ...(apiKey === null ? {} : { api_key: apiKey }), ...values })
  return `embed/query/${queryId}/visualization/${visualizationId}${search.size > 0 ? `?${search}` : ''}`
}

/** The HTML that shows a URL in an iframe. Sizes are CSS pixels. */
export const frameCode = (url: string, width: number, height: number): string =>
  `<iframe src="${url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" width="${width}" height="${height}"></iframe>`
