"""The few sentences of steiner's own, in the language of a question; names stay as they stand."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_WORD = re.compile(r"[^\W\d_]+")
_HAN, _OTHER_SCRIPT = re.compile(r"[\u4e00-\u9fff]"), re.compile(r"[\u3040-\u30ff\uac00-\ud7af]")
_ASKING = {
    "en": "who whom whose what which how where when why list show give name count find",
    "de": "wer wen wem wessen was welche welcher welches welchen welchem wie wo wann warum woher"
    " liste zeige nenne",
    "fr": "qui quoi quel quelle quels quelles combien où quand comment pourquoi liste montre",
    "es": "quién quien quiénes quienes qué cuál cual cuáles cuales cuánto cuánta cuántos cuántas"
    " cuantos cuantas dónde donde cuándo cuando cómo muestra lista",
    "it": "chi cosa quale quali quanto quanta quanti quante dove quando come perché",
    "pt": "quem qual quais quanto quanta quantos quantas onde quando como",
    "nl": "wie wat welke hoeveel waar wanneer hoe waarom",
}
_JOINING = {
    "en": "the a an and or is are was were be many much with for in on by at to from of not no has"
    " have had there does do did that this it all as",
    "de": "der die das den dem des ein eine einen einem einer und oder ist sind war waren wird"
    " wurde wurden werden viele von vom zu zum zur mit für im auf aus bei beim nach nicht kein"
    " keine hat haben gibt es alle durch über unter zwischen",
    "fr": "le la les un une des du de et ou est sont était avec pour dans sur par au aux ne pas ont"
    " il elle ils elles y l d qu que",
    "es": "el la los las un una del de y o es son era fue fueron con para en por al se su sus tiene"
    " tienen hay ha han que",
    "it": "il lo la i gli le un una di del della dei delle e è sono con per in non che ha hanno",
    "pt": "o a os as um uma do da dos das de e é são com para em no na por não que tem",
    "nl": "de het een van en of is zijn was met voor niet op aan door heeft hebben er",
}
"""Languages without sentences here are told apart from those that have them, and answered in
English."""


@dataclass(frozen=True, slots=True)
class Sentences:
    """What is said around names and numbers; a `{}` is filled. `name`: the language in English."""

    name: str = "English"
    none: str = "None: nothing in the graph is so."
    yes: str = "Yes"
    no: str = "No, as far as the graph says."
    more: str = "and {} more"
    first: str = "the first {} of {}, as asked"
    first_tied: str = "the first {} of {}, all as good"
    single: str = "the first of {}"
    tied: str = "{} as good as the last: {}"
    because: str = "because of {}"
    either: str = " or "
    unsure: str = "Not sure ({:.2f}): read as {}"
    not_held: str = "The graph does not hold this."
    declined: str = "The graph does not seem to hold an answer to this."
    nearest: str = "What came nearest:"
    did_you_mean: str = "Did you mean:"
    no_rows: str = "no rows"
    unread: str = (
        "Without a language model that reads (--reader) only English questions are surely"
        " understood: there may be an answer all the same."
    )


ENGLISH = Sentences()
_SENTENCES = {
    "en": ENGLISH,
    "de": Sentences(
        name="German",
        none="Keine: nichts im Graphen ist so.",
        yes="Ja",
        no="Nein, soweit der Graph es sagt.",
        more="und {} weitere",
        first="die ersten {} von {}, wie gefragt",
        first_tied="die ersten {} von {}, gleichauf",
        single="an erster Stelle von {}",
        tied="{} so gut wie die letzte Zeile: {}",
        because="wegen {}",
        either=" oder ",
        unsure="Nicht sicher ({:.2f}): gelesen als {}",
        not_held="Das steht nicht im Graphen.",
        declined="Der Graph scheint darauf keine Antwort zu haben.",
        nearest="Am nächsten kam:",
        did_you_mean="Meinten Sie:",
        no_rows="keine Zeilen",
        unread="Ohne ein Sprachmodell, das liest (--reader), werden nur englische Fragen sicher"
        " verstanden: Es kann dennoch eine Antwort geben.",
    ),
    "fr": Sentences(
        name="French",
        none="Aucun : rien dans le graphe ne correspond.",
        yes="Oui",
        no="Non, d'après le graphe.",
        more="et {} de plus",
        first="les {} premiers sur {}, comme demandé",
        first_tied="les {} premiers sur {}, ex æquo",
        single="en tête de {}",
        tied="{} à égalité avec le dernier : {}",
        because="à cause de {}",
        either=" ou ",
        unsure="Pas sûr ({:.2f}) : lu comme {}",
        not_held="Le graphe ne contient pas cela.",
        declined="Le graphe ne semble pas contenir de réponse à cette question.",
        nearest="Le plus proche :",
        did_you_mean="Vouliez-vous dire :",
        no_rows="aucune ligne",
        unread="Sans un modèle de langue qui lit (--reader), seules les questions en anglais sont"
        " sûrement comprises : il peut y avoir une réponse malgré tout.",
    ),
    "es": Sentences(
        name="Spanish",
        none="Ninguno: nada en el grafo es así.",
        yes="Sí",
        no="No, según el grafo.",
        more="y {} más",
        first="los primeros {} de {}, como se pidió",
        first_tied="los primeros {} de {}, empatados",
        single="en primer lugar de {}",
        tied="{} iguales al último: {}",
        because="a causa de {}",
        either=" o ",
        unsure="No es seguro ({:.2f}): leído como {}",
        not_held="El grafo no contiene esto.",
        declined="El grafo no parece tener una respuesta a esto.",
        nearest="Lo más cercano:",
        did_you_mean="¿Quiso decir:",
        no_rows="ninguna fila",
        unread="Sin un modelo de lenguaje que lea (--reader) solo se entienden con seguridad las"
        " preguntas en inglés: puede haber una respuesta a pesar de todo.",
    ),
    "zh": Sentences(
        name="Chinese",
        none="没有：图中没有符合条件的内容。",
        yes="是",
        no="否，就图中所载而言。",
        more="另有 {} 个",
        first="按要求显示前 {} 个，共 {} 个",
        first_tied="前 {} 个（共 {} 个），并列",
        single="共 {} 个中的第一个",
        tied="{} 个与最后一个并列：{}",
        because="原因：{}",
        either=" 或 ",
        unsure="不确定（{:.2f}）：理解为 {}",
        not_held="图中没有这一内容。",
        declined="图中似乎没有这个问题的答案。",
        nearest="最接近的内容：",
        did_you_mean="您的意思是：",
        no_rows="没有行",
        unread="没有阅读问题的语言模型（--reader）时，只有英语问题能被可靠理解：图中仍可能有答案。",
    ),
}


def sentences_for(question: str) -> Sentences:
    """Return the sentences in the language of a question; English where it is none of these."""
    return _SENTENCES.get(language_of(question), ENGLISH)


def language_of(question: str) -> str:
    """Return the ISO 639-1 code of a question's language, by its function words; "en" in doubt.

    language_of("Wer leitet Aurora?") is "de"; a word that asks counts twice.
    """
    words = set(_WORD.findall(question.casefold()))
    scores = {
        code: 2 * len(words & {*asking.split()}) + len(words & {*_JOINING[code].split()})
        for code, asking in _ASKING.items()
    }
    scores["es"] += 2 * ("¿" in question)
    if _HAN.search(question) and not _OTHER_SCRIPT.search(question) and not scores["en"]:
        return "zh"
    best = max(scores, key=lambda code: scores[code])  # English comes first where it is as likely.
    return best if scores[best] > 1 else "en"


def is_english(question: str) -> bool:
    """Say whether a question may be English: of no other language, in no other script alone."""
    words = set(_WORD.findall(question.casefold()))
    known = words & {*_ASKING["en"].split(), *_JOINING["en"].split()}
    has_latin_alone = all(map(_is_latin, filter(str.isalpha, question)))
    return language_of(question) == "en" and (has_latin_alone or bool(known))


def _is_latin(letter: str) -> bool:
    return "LATIN" in unicodedata.name(letter, "")
