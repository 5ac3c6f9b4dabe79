<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>firstlight::ui::ClusterPage</name>
    <message numerus="yes">
        <location filename="../ui/pages/cluster_page.cpp" line="+116"/>
        <source>%n nodes</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+1"/>
        <source>%n devices</source>
        <translation>
            <numerusform>%n device</numerusform>
            <numerusform>%n devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+0"/>
        <source>%n machines</source>
        <translation>
            <numerusform>%n machine</numerusform>
            <numerusform>%n machines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+4"/>
        <source>%n properties differ</source>
        <translation>
            <numerusform>%n property differs</numerusform>
            <numerusform>%n properties differ</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>firstlight::ui::CommPage</name>
    <message numerus="yes">
        <location filename="../ui/pages/comm_page.cpp" line="+165"/>
        <source>Passed: %n ranks reach each other, every result was correct.</source>
        <translation>
            <numerusform>Passed: %n rank, every result was correct.</numerusform>
            <numerusform>Passed: %n ranks reach each other, every result was correct.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>firstlight::ui::LogModel</name>
    <message numerus="yes">
        <location filename="../ui/models/log_model.cpp" line="+116"/>
        <source>%n ranks</source>
        <translation>
            <numerusform>%n rank</numerusform>
            <numerusform>%n ranks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>firstlight::ui::ModelPage</name>
    <message numerus="yes">
        <location filename="../ui/pages/model_page.cpp" line="+333"/>
        <source>%1 of weights in %n files</source>
        <translation>
            <numerusform>%1 of weights in %n file</numerusform>
            <numerusform>%1 of weights in %n files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>firstlight::ui::ReceivedView</name>
    <message numerus="yes">
        <location filename="../ui/widgets/received_view.cpp" line="+128"/>
        <source>Picture %1: %2 × %3 pixels, cut into %4 tiles, %n tokens</source>
        <translation>
            <numerusform>Picture %1: %2 × %3 pixels, cut into %4 tiles, %n token</numerusform>
            <numerusform>Picture %1: %2 × %3 pixels, cut into %4 tiles, %n tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+6"/>
        <source>Picture %1: %2 × %3 pixels, resized to %4 × %5, a grid of %6 × %7 patches, %n tokens</source>
        <translation>
            <numerusform>Picture %1: %2 × %3 pixels, resized to %4 × %5, a grid of %6 × %7 patches, %n token</numerusform>
            <numerusform>Picture %1: %2 × %3 pixels, resized to %4 × %5, a grid of %6 × %7 patches, %n tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+16"/>
        <source>Sampling: greedy, at most %n tokens</source>
        <translation>
            <numerusform>Sampling: greedy, at most %n token</numerusform>
            <numerusform>Sampling: greedy, at most %n tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+2"/>
        <source>Sampling: temperature %1, top-p %2, top-k %3, repetition penalty %4, seed %5, at most %n tokens</source>
        <translation>
            <numerusform>Sampling: temperature %1, top-p %2, top-k %3, repetition penalty %4, seed %5, at most %n token</numerusform>
            <numerusform>Sampling: temperature %1, top-p %2, top-k %3, repetition penalty %4, seed %5, at most %n tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>firstlight::ui::ShardsPage</name>
    <message numerus="yes">
        <location filename="../ui/pages/shards_page.cpp" line="+184"/>
        <source>%n slices</source>
        <translation>
            <numerusform>%n slice</numerusform>
            <numerusform>%n slices</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>firstlight::ui::TileView</name>
    <message numerus="yes">
        <location filename="../ui/widgets/tile_view.cpp" line="+82"/>
        <source>%1 · %n tokens</source>
        <comment>number of a tile</comment>
        <translation>
            <numerusform>%1 · %n token</numerusform>
            <numerusform>%1 · %n tokens</numerusform>
        </translation>
    </message>
</context>
</TS>
