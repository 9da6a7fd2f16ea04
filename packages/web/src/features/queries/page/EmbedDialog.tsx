import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { NumberInput, Textarea, TextInput } from '@mantine/core'
import type { Query } from '@sightline/contract/queries.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { urlQueryOf } from '@sightline/domain/parameters/url-values.ts'
import { useState } from 'react'
import { basePath } from '../../../api/url.ts'
import { useClientConfig } from '../../../app/session.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextParametersNotice } from '../../../ui/TextParametersNotice.tsx'
import styles from './EmbedDialog.module.css'

const TEXT_PARAMETERS = t`Currently it is not possible to embed queries that contain text parameters.`
const NO_KEY = t`Visitors must sign in because you cannot see the API key of this query. Its owner can copy a URL that opens without signing in.`

interface EmbedDialogProps {
  query: Query
  visualizationId: number
  /** The parameters of the query, with the values for the URL. */
  parameters: readonly Definition[]
  onClose(): void
}

/** The URL of a visualization for other sites, and the HTML of an iframe with it. */
export function EmbedDialog({ query, visualizationId, parameters, onClose }: EmbedDialogProps) {
  const { allowParametersInEmbeds } = useClientConfig()
  const [width, setWidth] = useState<number>(EMBED_SIZE.width)
  const [height, setHeight] = useState<number>(EMBED_SIZE.height)
  const path = embedPath(query.id, visualizationId, query.api_key, urlQueryOf(parameters))
  const url = location.origin + basePath() + path
  const code = frameCode(url, width, height)
  const isRefused = !query.is_safe && !allowParametersInEmbeds
  return (
    <Dialog opened onClose={onClose} title={t`Embed Query`} size={640}>
      {isRefused ? (
        <TextParametersNotice reason={TEXT_PARAMETERS}>
          <Trans>
            To embed a search box, turn on{' '}
            <b>
              <Trans>Pass as value</Trans>
            </b>{' '}
            in the settings of each text parameter.
          </Trans>
        </TextParametersNotice>
      ) : (
        <>
          <div className={styles.line}>
            <TextInput label={t`Public URL`} value={url} readOnly className={styles.code} />
            <CopyButton text={url} size="md" />
          </div>
          <div className={styles.sizes}>
            <SizeInput label={t`Width`} value={width} onChange={setWidth} />
            <SizeInput label={t`Height`} value={height} onChange={setHeight} />
          </div>
          <div className={styles.line}>
            <Textarea label={t`IFrame Embed`} value={code} readOnly className={styles.code} />
            <CopyButton text={code} size="md" />
          </div>
          {query.api_key === null && <p className={styles.note}>{NO_KEY}</p>}
        </>
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

/** Default size of the iframe, CSS pixels. */
const EMBED_SIZE = { width: 720, height: 391 } as const

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
