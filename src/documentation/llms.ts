import type { Documentation } from './contents.ts';

/** An overview for language models, https://llmstxt.org: what this is, and where each page is as Markdown. */
export function llmsText({ groups }: Documentation, publicUrl: string): string {
  const sections = groups.map(({ title, pages }) => {
    const lines = pages.map(
      ({ slug, title: name, summary }) => `- [${name}](${publicUrl}/docs/${slug}.md): ${summary}`,
    );
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  return `# Shutterpost

> A photo request service: a business asks for photos by API, its customer takes live ones with the phone's camera, and a
> signed webhook tells the business.

The API is at ${publicUrl}/v1 and needs a key in the header \`X-API-Key\`. Test keys (\`shp_test_…\`) cost and send nothing.

${sections.join('\n')}
## Reference

- [OpenAPI document](${publicUrl}/v1/openapi.json): every call and every event with all fields.
- [Collection](${publicUrl}/docs/collection.json): every call with an example, for Postman and Bruno.
`;
}
