import { HelpLink } from '../../app/help/HelpLink.tsx'
import { guideOf } from '../../app/help/help-topics.ts'

/** A link to the guide of a data source type, if there is one. */
export function GuideLink({ type }: { type: string }) {
  const guide = guideOf(type)
  return guide === null ? null : (
    <div>
      <HelpLink topic={guide}>Setup Instructions</HelpLink>
    </div>
  )
}
