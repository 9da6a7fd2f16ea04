/**
 * Markdown as people read it who see no marks: headings, emphasis and code without their signs, links with their address behind
 * them, list signs and lines as they are.
 */
export const textOfMarkdown = (markdown: string): string =>
  markdown
    .replace(/^ {0,3}#{1,6} +/gm, '')
    .replace(/!?\[([^\]\n]*)\]\(([^)\s]*)[^)\n]*\)/g, '$1 ($2)')
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/(?<![\w*])([*_])(?=[^\s*_])([^\n]+?)(?<=[^\s*_])\1(?![\w*])/g, '$2')
    .replace(/`([^`\n]+)`/g, '$1')
    .trim()
