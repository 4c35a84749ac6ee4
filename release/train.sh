#!/usr/bin/env bash
# Has a binary do what gyms have it do: bash release/train.sh BINARY
# Builds examples/ngome, a site of each kind that `init` begins in languages with other letters, and a blog of generated posts.
set -euo pipefail
binary=$(realpath "$1")
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

# start NAME ARGUMENTS: a site as `init` begins it.
start() {
  local name=$1
  shift
  "$binary" init "$name" --yes --name "Iron & Oak" --town Springfield --country KE "$@"
}

# posts CONTENT: a thousand posts of some hundred words with all that Markdown is used for, the same each time.
posts() {
  awk -v folder="$1/posts" -v blog="$1/blog.toml" '
    function word() { return words[1 + int(rand() * count)] }
    function line(length_, text) { text = word(); while (length_-- > 1) text = text " " word(); return text }
    BEGIN {
      srand(7)
      count = split("bar bell breathe chalk class coach cool down early easy evening floor four friend gym hard heavy " \
        "hold hour it'"'"'s jump keep knees lift light mat mile minute morning new old open our plan press pull push rest " \
        "ring rope row run set shoe slow squat step stretch swim team than the then they train two warm week when with", words, " ")
      split("news training food strength running stretching friends", terms, " ")
      for (term = 2; term <= 7; term++) {
        kind = term < 4 ? "category" : "tag"
        printf "\n[[%s]]\nid = \"%s\"\ntitle = \"%s\"\n", kind, terms[term], terms[term] >> blog
      }
      for (post = 1; post <= 1000; post++) {
        file = folder "/post-" post ".toml"
        printf "title = \"%s %d\"\ndate = %d-%02d-%02d\n", line(4), post, 2012 + post % 12, 1 + post % 12, 1 + post % 28 > file
        printf "category = \"%s\"\ntags = [\"beginners\", \"%s\"]\n", terms[1 + post % 3], terms[4 + post % 4] > file
        if (post % 3) printf "image = { file = \"class-yoga.jpg\", alt = \"Mats on a wooden floor before class.\" }\n" > file
        printf "excerpt = \"%s.\"\nbody = '"'''"'\n", line(18) > file
        for (part = 1; part <= 5; part++) {
          printf "## %s\n\n%s, **%s** and [%s](/schedule/).\n%s \"%s\" -- %s.\n\n", line(3), line(20), line(2), line(2), line(12), line(3), line(15) > file
          if (part % 2) printf "- %s\n- *%s*\n- %s\n\n", line(5), line(4), line(6) > file
          else printf "> %s.\n\n", line(15) > file
        }
        print "'"'''"'" > file
        close(file)
      }
    }'
}

cp -r "$root/examples/ngome" ngome
"$binary" check --root ngome
for language in ar de sw; do
  start "minimal-$language" --starter minimal --language "$language"
  "$binary" build --root "minimal-$language" --base-url https://gym.example/
done
start complete --starter complete --with events
posts complete/content
"$binary" build --root complete --base-url https://gym.example/
# The second one finds pictures and files as they are.
"$binary" build --root complete --base-url https://gym.example/
"$binary" check --root complete
