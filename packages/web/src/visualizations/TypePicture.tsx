import { useMemo } from 'react'
import { type Draft, withChoice } from './draft.ts'
import { SmallPicture } from './SmallPicture.tsx'
import styles from './TypeGallery.module.css'
import type { TypeChoice } from './type-choices.ts'
import type { ResultSample } from './use-draft-editor.ts'
import type { LoadData } from './use-result-data.ts'
import type { Formats } from './visualization.ts'

interface TypePictureProps {
  draft: Draft
  choice: TypeChoice
  sample: ResultSample
  loadData: LoadData
  /** Changes with the rows that `loadData` reads. */
  dataKey: string
  formats: Formats
}

/** A small picture of what a draft becomes with a choice, drawn from the rows of the result. */
export function TypePicture({ draft, choice, sample, loadData, dataKey, formats }: TypePictureProps) {
  const { columns, rows } = sample
  const chosen = useMemo(() => withChoice(draft, choice, columns, rows), [draft, choice, columns, rows])
  return (
    <SmallPicture
      frame={styles.picture}
      drawing={styles.full}
      visualization={chosen}
      loadData={loadData}
      columns={columns}
      formats={formats}
      refreshKey={dataKey}
    />
  )
}
